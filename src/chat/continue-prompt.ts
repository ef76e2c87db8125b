import type { LaidOutContext } from "../context/build-context.ts";
import { listShownItems, type Shown, type ShownText, writeDelta } from "../context/write-delta.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import type { ModelMessage } from "./models/model.ts";

/**
 * The messages sent with a question, kept with it so that they can be sent again byte for byte: a provider's prompt
 * cache holds only as long as nothing before the newest message has changed.
 */
export interface SentPrompt {
	readonly text: string;
	/** Whether the prompt started again with it. */
	readonly opens: boolean;
	/** The focus of the question; another focus starts the prompt again. */
	readonly about: string;
	readonly shown: readonly (readonly [
		id: string,
		version: number,
		form: ShownText["form"],
		...clippings: readonly string[],
	])[];
}

interface PastTurn {
	readonly sent: SentPrompt;
	readonly answer: Message;
}

export interface PromptInput {
	readonly laidOut: LaidOutContext;
	readonly query: string;
	readonly about: string;
	/** The messages of the branch, oldest first. */
	readonly branch: readonly Message[];
	readonly readAnswer: (message: Message) => string;
	readonly count: (text: string) => number;
	/** The most tokens of the earlier messages and the new one together; beyond it the prompt starts again. */
	readonly mostTokens: number;
}

export interface ContinuedPrompt {
	/** Messages from before the prompt started again, in brief. */
	readonly before: readonly Message[];
	/** Earlier turns, exactly as they were sent. */
	readonly replayed: readonly ModelMessage[];
	readonly sent: SentPrompt;
	/** What the conversation had been shown before this question. */
	readonly known: Shown;
}

/** Returns nothing for a question of an earlier version, which kept a number of tokens in place of the form. */
function readSent({ details }: Message): SentPrompt | undefined {
	const sent = details.prompt as unknown as SentPrompt | undefined;
	return sent?.shown.every(([, , form]) => typeof form === "string") ? sent : undefined;
}

/** The turns since the prompt last began, newest last; none when one of them can't be sent again as it was. */
function findTurns({ branch, about }: PromptInput): readonly PastTurn[] {
	const turns: PastTurn[] = [];
	for (let index = branch.length - 1; index > 0; index -= 2) {
		const answer = branch[index];
		const question = branch[index - 1];
		const sent = question && readSent(question);
		// An answer that is empty was withheld or never began: the model must not be shown a question without one.
		if (sent === undefined || answer?.role !== "assistant" || answer.text === "" || sent.about !== about)
			return [];
		turns.unshift({ sent, answer });
		if (sent.opens) return turns;
	}
	return [];
}

const listShown = (shown: Shown): SentPrompt["shown"] =>
	[...shown].map(([id, { version, form, clippings }]) => [id, version, form, ...clippings]);

/**
 * Makes the prompt of the next turn: the messages sent so far, then everything new or changed since, and the question.
 * It starts again with a whole context when there is nothing to continue, when the focus moves, when something in it is
 * no longer readable, and when it has grown too long.
 */
export function continuePrompt(input: PromptInput): ContinuedPrompt {
	const { laidOut, query, about, branch, readAnswer, count, mostTokens } = input;
	const { payload } = laidOut;
	const turns = findTurns(input);
	const last = turns.at(-1);
	const whole = { text: payload.serialized, opens: true, about, shown: listShown(listShownItems(payload)) };
	const anew: ContinuedPrompt = { before: branch, replayed: [], sent: whole, known: new Map() };
	if (last === undefined) return anew;
	const known: Shown = new Map(
		last.sent.shown.map(([id, version, form, ...clippings]) => [id, { version, form, clippings }]),
	);
	const { text, shown } = writeDelta({ ...laidOut, shown: known, query });
	const replayed = turns.flatMap(({ sent, answer }): ModelMessage[] => [
		{ role: "user", parts: [{ text: sent.text, cache: sent.opens }] },
		{ role: "assistant", parts: [{ text: readAnswer(answer) }] },
	]);
	const texts = replayed.flatMap((message) => (message.role === "tool" ? [] : message.parts));
	const tokens = texts.reduce((sum, part) => sum + count(part.text), count(text));
	if (tokens > mostTokens) return anew;
	return {
		before: branch.slice(0, branch.length - 2 * turns.length),
		replayed,
		sent: { text, opens: false, about, shown: listShown(shown) },
		known,
	};
}

export const keepSent = (sent: SentPrompt): JsonObject => ({ prompt: sent as unknown as JsonObject });
