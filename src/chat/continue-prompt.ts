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
	/** The tokens that are left for earlier messages where the prompt starts again with what these cite. */
	readonly historyTokens?: number;
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
	/** The most tokens of messages from before the prompt started again, and of what they cite. */
	readonly historyTokens: number;
	/** Returns what the messages of the branch cite. */
	readonly recall: () => Promise<string>;
}

export interface ContinuedPrompt {
	/** Messages from before the prompt started again, in brief. */
	readonly before: readonly Message[];
	/** The most tokens they may take. */
	readonly historyTokens: number;
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
 * Starts the prompt again: what the conversation cited, then a whole context. What was cited is sent with the question
 * and kept with it, since made again at each turn it would change with every write.
 */
async function openPrompt(input: PromptInput): Promise<ContinuedPrompt> {
	const { laidOut, about, branch, count, recall } = input;
	const { payload } = laidOut;
	const cited = await recall();
	const historyTokens = Math.floor(input.historyTokens - count(cited));
	return {
		before: branch,
		historyTokens,
		replayed: [],
		sent: {
			text: cited + payload.serialized,
			...{ opens: true, historyTokens, about, shown: listShown(listShownItems(payload)) },
		},
		known: new Map(),
	};
}

/**
 * Makes the prompt of the next turn: the messages sent so far, then everything new or changed since, and the question.
 * It starts again with a whole context when there is nothing to continue, when the focus moves, when something in it is
 * no longer readable, and when it has grown too long.
 */
export async function continuePrompt(input: PromptInput): Promise<ContinuedPrompt> {
	const { laidOut, query, about, branch, readAnswer, count, mostTokens } = input;
	const turns = findTurns(input);
	const [first, last] = [turns[0], turns.at(-1)];
	if (first === undefined || last === undefined) return openPrompt(input);
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
	const { historyTokens = input.historyTokens } = first.sent;
	// What was cited has taken its tokens from those of the earlier messages.
	if (tokens > mostTokens + Math.max(0, input.historyTokens - historyTokens)) return openPrompt(input);
	return {
		before: branch.slice(0, branch.length - 2 * turns.length),
		historyTokens,
		replayed,
		sent: { text, opens: false, about, shown: listShown(shown) },
		known,
	};
}

export const keepSent = (sent: SentPrompt): JsonObject => ({ prompt: sent as unknown as JsonObject });
