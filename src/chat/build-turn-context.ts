import { chooseTokenizer, isCounted } from "../context/budget/choose-tokenizer.ts";
import { layOutContext } from "../context/build-context.ts";
import type { ContextRequest } from "../context/model/request.ts";
import type { Reader } from "../graph/graph.ts";
import { BudgetTooSmallError } from "../graph/model/errors.ts";
import type { ChatSettings, Message } from "../graph/store/chat/chats.ts";
import type { LanguageModel } from "./models/model.ts";
import { type AttachedFile, attachFiles } from "./prompt/print-attached-files.ts";
import { restoreAnswer } from "./recall-history.ts";
import { limitFiles, measureRoom, shareRoom, type WindowShares } from "./share-window.ts";

const unite = (...lists: readonly (readonly string[] | undefined)[]): readonly string[] => [
	...new Set(lists.flatMap((list) => list ?? [])),
];

/** Mentions and pins that the chat keeps are sent again with every message. */
const addKept = (request: ContextRequest, { mentions, pins }: ChatSettings): ContextRequest => ({
	...request,
	mentions: unite(request.mentions, mentions),
	pins: unite(request.pins, pins),
});

/** A question looks at the last two turns, and at the beginning of each answer. */
const MOST_MESSAGES = 4;
const LONGEST_MESSAGE = 2_000;

/** Returns the last turn of the chat, with the ids that its answer cites: a question may not name its subject. */
function readConversation(branch: readonly Message[]): ContextRequest["conversation"] {
	const said = branch.filter(({ text }) => text.trim() !== "").slice(-MOST_MESSAGES);
	if (said.length === 0) return undefined;
	return said.map((message) => ({
		role: message.role,
		content: restoreAnswer(message).slice(0, LONGEST_MESSAGE),
	}));
}

/** The context of one message, for the window of the model that will answer; a dry run builds the same. */
export async function buildTurnContext(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly settings: ChatSettings;
	readonly branch: readonly Message[];
	readonly files: readonly AttachedFile[];
	readonly model: LanguageModel | null;
}) {
	const { reader, settings, branch, files, model } = input;
	// An estimate errs upwards. That is right for the window, which a prompt must not exceed, and would cost a part of the
	// context, whose budget is ours.
	const counted = { ...input.request, ...(model && isCounted(model.id) && { model: model.id }) };
	const tokenizer = await chooseTokenizer(model?.id, reader.tokenRatios);
	const window = measureRoom(model?.contextWindow ?? Infinity, tokenizer);
	const attached = attachFiles(files, tokenizer, limitFiles(window));
	const shares = shareRoom(window - tokenizer.count(attached), tokenizer);
	const request = { ...addKept(counted, settings), conversation: readConversation(branch) };
	const fitting = await buildFitting({ reader, request, shares, count: tokenizer.count });
	return { ...fitting, tokenizer, shares, attached };
}

const MOST_TRIES = 3;
/** A little less than in proportion, so that the next try is the last. */
const CAUTION = 0.95;

/**
 * A context that leaves the window room for the rest of the prompt. What must be in it may take more than its usual share.
 * A text that the model needs more tokens for than instructions do, such as one in another script, is built again smaller.
 */
async function buildFitting(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly shares: WindowShares;
	readonly count: (text: string) => number;
}) {
	const { reader, shares, count } = input;
	const build = async (limit: number) => {
		const request = Number.isFinite(limit) ? { ...input.request, mostTokens: limit } : input.request;
		return { request, laidOut: await layOutContext({ reader, request }) };
	};
	const asked = input.request.budget?.total !== undefined;
	let limit = asked ? shares.mostContext : shares.context;
	for (let tries = 1; ; tries += 1) {
		try {
			const built = await build(limit);
			const { payload } = built.laidOut;
			const used = count(payload.serialized);
			if (used <= shares.contextTokens || tries >= MOST_TRIES) return built;
			limit = Math.floor(
				Math.min(limit, payload.metadata.totalTokens) * (shares.contextTokens / used) * CAUTION,
			);
		} catch (error) {
			const needed = error instanceof BudgetTooSmallError ? Number(error.details.needed) : Infinity;
			if (tries >= MOST_TRIES || needed <= limit || needed > shares.mostContext) throw error;
			limit = needed;
		}
	}
}
