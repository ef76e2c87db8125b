import { o200k, type Tokenizer } from "../context/budget/tokenizer.ts";
import { MOST_TOOL_TOKENS } from "./list-chat-tools.ts";
import { SYSTEM_PROMPT } from "./prompt/system-prompt.ts";

const LONGEST_ANSWER = 2_048;
/** A share of the window; the longest answer fits from 16,384 tokens on. */
const ANSWER_SHARE = 1 / 8;
/** A prompt that only grows begins again here: beyond, every turn would pay more for what is old than it saves. */
const MOST_CONVERSATION = 24_000;
const MOST_HISTORY = 2_500;
const MOST_FILES = 8_000;

/**
 * Shares of the room that instructions, tools and the answer leave. The rest, three tenths or more, is for results of
 * tools: a turn that has no room for any of them can only guess.
 */
const SHARES = { files: 0.3, context: 0.35, history: 0.15, conversation: 0.55, mostContext: 0.85 };

/** How a window is shared out, in tokens of its model where nothing else is said. */
export interface WindowShares {
	readonly history: number;
	/** Earlier turns that are sent again as they were, with the new question and what it brings along. */
	readonly conversation: number;
	/** A context that nobody gave a budget for, and one that somebody did; in tokens of o200k. */
	readonly context: number;
	readonly mostContext: number;
	/** The latter in tokens of the model: another script may take more of them than instructions do. */
	readonly contextTokens: number;
}

/** One prompt in ten takes more than what was learnt of its family; a few in a hundred of the window make up for that. */
const SURE_SHARE = 0.97;

/** Returns the tokens of a window that a prompt and its answer may take by our count. */
export const limitWindow = (contextWindow: number, { exact }: Pick<Tokenizer, "exact">): number =>
	exact ? contextWindow : Math.floor(contextWindow * SURE_SHARE);

export const limitAnswer = (contextWindow: number): number =>
	Math.min(LONGEST_ANSWER, Math.floor(contextWindow * ANSWER_SHARE));

/** How many tokens of the model one of o200k takes. */
export const measureScale = ({ count }: Pick<Tokenizer, "count">): number =>
	count(SYSTEM_PROMPT) / o200k.count(SYSTEM_PROMPT);

/** Returns the tokens of a window that remain for everything that changes from turn to turn. */
export function measureRoom(contextWindow: number, tokenizer: Tokenizer): number {
	const fixed = tokenizer.count(SYSTEM_PROMPT) + MOST_TOOL_TOKENS * measureScale(tokenizer);
	const window = limitWindow(contextWindow, tokenizer);
	return Math.max(0, Math.floor(window - limitAnswer(contextWindow) - fixed));
}

export const limitFiles = (room: number): number => Math.floor(Math.min(MOST_FILES, room * SHARES.files));

export function shareRoom(room: number, tokenizer: Tokenizer): WindowShares {
	const inOurs = (share: number): number => Math.floor((room * share) / measureScale(tokenizer));
	return {
		history: Math.min(MOST_HISTORY, room * SHARES.history),
		conversation: Math.min(MOST_CONVERSATION, room * SHARES.conversation),
		context: inOurs(SHARES.context),
		mostContext: inOurs(SHARES.mostContext),
		contextTokens: room * SHARES.mostContext,
	};
}
