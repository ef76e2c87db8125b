import type { UIMessage } from "ai";
import type { AnswerEnd, CitedItem, ContextItem, ContextPayload } from "../api.ts";
import type { Draft } from "./draft.ts";

export type ChatMessage = UIMessage<
	Draft,
	{
		context: { readonly contextId: string; readonly payload: ContextPayload };
		citation: CitedItem;
		answer: AnswerEnd;
	}
>;

/** One question with what was read for it and what was answered. */
export interface Turn {
	readonly id: string;
	readonly asked: Draft;
	readonly context: ContextPayload | null;
	readonly text: string;
	/** What the numbers in the text stand for, as far as it has come. */
	readonly citations: readonly CitedItem[];
	readonly end: AnswerEnd | null;
	readonly running: boolean;
	readonly error: Error | null;
}

/** The item of the context that a number in the answer stands for. */
export function findCited({ context, citations }: Turn, number: number): ContextItem | null {
	const id = citations.find((cited) => cited.n === number)?.id;
	const items = context?.sections.flatMap((section) => section.items) ?? [];
	return items.find((item) => item.id === id) ?? null;
}

interface ReadTurnsOptions {
	readonly messages: readonly ChatMessage[];
	readonly running: boolean;
	readonly error: Error | undefined;
}

/** Pairs every question with the answer that follows it. Only the last can be running or have failed to arrive. */
export function readTurns({ messages, running, error }: ReadTurnsOptions): readonly Turn[] {
	const turns: Turn[] = [];
	for (const [position, message] of messages.entries()) {
		if (message.role !== "user" || message.metadata === undefined) continue;
		const next = messages[position + 1];
		const answer = next?.role === "assistant" ? next : undefined;
		const last = messages.slice(position + 1).every((later) => later.role !== "user");
		turns.push({
			id: message.id,
			asked: message.metadata,
			...readAnswer(answer),
			running: last && running,
			error: last ? (error ?? null) : null,
		});
	}
	return turns;
}

function readAnswer(message: ChatMessage | undefined): Pick<Turn, "context" | "text" | "citations" | "end"> {
	let context: ContextPayload | null = null;
	let end: AnswerEnd | null = null;
	let text = "";
	const citations: CitedItem[] = [];
	for (const part of message?.parts ?? []) {
		if (part.type === "data-context") context = part.data.payload;
		else if (part.type === "data-citation") citations.push(part.data);
		else if (part.type === "data-answer") end = part.data;
		else if (part.type === "text") text += part.text;
	}
	return { context, text, citations, end };
}
