import type { ChatStatus, UIMessage } from "ai";
import type { AnswerOutcome, Approval, CitedItem } from "../../../src/client/chat-calls.ts";
import type { ContextItem, ContextPayload } from "../../../src/client/context-calls.ts";
import type { KeptCall } from "../../../src/contract/chat.ts";
import type { Draft } from "./draft.ts";

/** A question being sent, with the stored message it follows. */
export interface Asked {
	readonly draft: Draft;
	readonly parentId: string | null;
}

/** The ids by which the server stores a question and its answer, sent as the answer begins. */
export interface Stored {
	readonly questionId: string;
	readonly answerId: string;
}

/** A question carries the draft it was sent with, an answer the ids of both. */
export type ChatMessage = UIMessage<
	Partial<Asked & Stored>,
	{
		context: { readonly contextId: string; readonly payload: ContextPayload };
		citation: CitedItem;
		answer: AnswerOutcome;
		approval: Approval;
		compaction: { readonly leftOut: number };
	}
>;

/** The messages sent and received for one question. */
export interface StreamState {
	readonly messages: readonly ChatMessage[];
	readonly status: ChatStatus;
	readonly error: Error | undefined;
}

/** The parts of an answer, in the order in which they happened. */
export type Step =
	| { readonly type: "text"; readonly key: string; readonly text: string }
	| { readonly type: "tool"; readonly key: string; readonly call: KeptCall }
	| { readonly type: "approval"; readonly key: string; readonly approval: Approval };

/** One question with its context and its answer. */
export interface Turn {
	/** Stays the same while the turn is sent, answered and stored. */
	readonly id: string;
	/** The stored question; null until the server has sent its id. */
	readonly questionId: string | null;
	readonly answerId: string | null;
	/** The stored message that the question follows. */
	readonly parentId: string | null;
	readonly asked: Draft;
	/** Null until it is read, which for a stored turn is when somebody opens it. */
	readonly context: ContextPayload | null;
	readonly contextId: string | null;
	readonly steps: readonly Step[];
	readonly text: string;
	/** The sources of the numbers in the text received so far. */
	readonly citations: readonly CitedItem[];
	/** How many earlier messages the model did not receive again. */
	readonly leftOut: number;
	readonly end: AnswerOutcome | null;
	readonly running: boolean;
	readonly error: Error | null;
	/** Descriptions of attached files that are not kept. */
	readonly lost: readonly string[];
}

/** Returns the item of the context that a number in the answer refers to. */
export function findCited({ context, citations }: Turn, number: number): ContextItem | null {
	const id = citations.find((cited) => cited.n === number)?.id;
	const items = context?.sections.flatMap((section) => section.items) ?? [];
	return items.find((item) => item.id === id) ?? null;
}

/** Returns the streamed turn, running or ended; null when nothing was asked here yet. */
export function readLiveTurn(stream: Omit<StreamState, "status">, running: boolean): Turn | null {
	const { messages, error } = stream;
	const question = messages.findLast((message) => message.role === "user");
	if (question?.metadata?.draft === undefined) return null;
	const { draft, parentId = null } = question.metadata;
	const answer = messages[messages.indexOf(question) + 1];
	return {
		id: question.id,
		questionId: answer?.metadata?.questionId ?? null,
		answerId: answer?.metadata?.answerId ?? null,
		parentId,
		asked: draft,
		...readAnswer(answer, running),
		running,
		error: error ?? null,
		lost: [],
	};
}

/** The stream names the part of a tool by this prefix and the name of the tool. */
const toolPrefix = "tool-";

type Answer = Pick<Turn, "context" | "contextId" | "steps" | "text" | "citations" | "leftOut" | "end">;

function readAnswer(message: ChatMessage | undefined, running: boolean): Answer {
	let context: ContextPayload | null = null;
	let end: AnswerOutcome | null = null;
	let leftOut = 0;
	const steps: Step[] = [];
	const citations: CitedItem[] = [];
	for (const [position, part] of (message?.parts ?? []).entries()) {
		const key = String(position);
		if (part.type === "data-context") context = part.data.payload;
		else if (part.type === "data-citation") citations.push(part.data);
		else if (part.type === "data-answer") end = part.data;
		else if (part.type === "data-compaction") leftOut = part.data.leftOut;
		else if (part.type === "data-approval") steps.push({ type: "approval", key, approval: part.data });
		else if (part.type === "text") steps.push({ type: "text", key, text: part.text });
		else if ("toolCallId" in part) {
			const tool = part.type === "dynamic-tool" ? part.toolName : part.type.slice(toolPrefix.length);
			const input = (part.input ?? {}) as KeptCall["input"];
			const call = { id: part.toolCallId, tool, input, ...readOutcome(part, running) };
			steps.push({ type: "tool", key, call });
		}
	}
	const text = steps.map((step) => (step.type === "text" ? step.text : "")).join("");
	return { context, contextId: context?.id ?? null, steps, text, citations, leftOut, end };
}

type ToolPart = Extract<ChatMessage["parts"][number], { readonly toolCallId: string }>;

function readOutcome(part: ToolPart, running: boolean): Pick<KeptCall, "state" | "text"> {
	if (part.state === "output-error") return { state: "failed", text: part.errorText };
	if (part.state === "output-available") {
		return part.output as Pick<KeptCall, "state" | "text">;
	}
	return running ? { state: "running", text: "" } : { state: "failed", text: "It did not get to an end." };
}
