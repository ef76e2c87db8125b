import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { measureRatio, nameModel } from "../context/budget/choose-tokenizer.ts";
import { analyserOf } from "../context/collect/analyser-of.ts";
import type { ContextRequest } from "../context/model/request.ts";
import { isPeopleKind } from "../context/plan/list-work.ts";
import type { Shown } from "../context/write-delta.ts";
import type { ForeignText } from "../contract/event.ts";
import type { Graph, Session } from "../graph/graph.ts";
import { InvalidInputError } from "../graph/model/errors.ts";
import { newId } from "../graph/model/ids.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { ChatSettings, Message, NewMessages, WholeChat } from "../graph/store/chat/chats.ts";
import { answerTurn } from "./answer-turn.ts";
import { buildTurnContext } from "./build-turn-context.ts";
import { continuePrompt, keepSent } from "./continue-prompt.ts";
import { judgePrompt, keepAuthor, OwnWords, type PromptPieces, Taint } from "./judge-prompt.ts";
import { type AskedOnce, keepAsked, keepRequest } from "./keep-request.ts";
import { KeptRights, rightsChanged } from "./kept-rights.ts";
import { findParent, listBranch, withholdAnswers } from "./list-branch.ts";
import { listChatTools } from "./list-chat-tools.ts";
import { listNamed, listShown } from "./list-shown.ts";
import type { LanguageModel, ModelMessage, ModelTool, PromptImage, ToolCall } from "./models/model.ts";
import type { AttachedFile } from "./prompt/print-attached-files.ts";
import { listCitable, recallCited } from "./recall-cited.ts";
import { recallHistory, restoreAnswer } from "./recall-history.ts";
import type { FollowerGuard } from "./run.ts";
import { titleChat } from "./title-chat.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import { generateKindTools } from "./tools/generate-kind-tools.ts";
import { isWriteTool, type Tool } from "./tools/tool.ts";
import { describeError, type TurnEvent, type TurnIds, UNKNOWN_END } from "./turn-event.ts";
import { TurnTools, type TurnToolsInput } from "./turn-tools.ts";

export interface MessageInput {
	readonly session: Session;
	readonly chatId: string;
	readonly request: ContextRequest;
	/** The message before this one, by default the last: an earlier one makes a branch, null starts again. */
	readonly parentId?: string | null | undefined;
	/** The mentions and pins that stay for the rest of the chat; everything else is for this message. */
	readonly keep?: Pick<ChatSettings, "mentions" | "pins"> | undefined;
	/** Texts and pictures for this message alone. */
	readonly files?: readonly AttachedFile[] | undefined;
	readonly images?: readonly PromptImage[] | undefined;
	/** Which model is to answer, by the id it is listed under; the workspace's default otherwise. */
	readonly modelId?: string | undefined;
	/** Under which a question that is sent again is known to be the same. */
	readonly once?: AskedOnce | undefined;
}

export interface StartedTurn extends TurnIds {
	/** Resolves when the question is stored. Until then no event of the answer is sent; the model is called meanwhile. */
	readonly stored: Promise<unknown>;
	answer(signal: AbortSignal): AsyncGenerator<TurnEvent>;
	/** Keeps texts that are no longer readable from clients that follow late or slowly. */
	readonly guard: FollowerGuard<TurnEvent>;
}

/** Events sent before the model is called. */
const OPENING: ReadonlySet<TurnEvent["type"]> = new Set(["start", "context", "compaction"]);

/** Holds events back until the question is stored: an answer must not refer to a message that could still fail to save. */
async function* holdUntil(
	stored: Promise<unknown>,
	events: AsyncGenerator<TurnEvent>,
): AsyncGenerator<TurnEvent> {
	for await (const event of events) {
		if (!OPENING.has(event.type)) await stored;
		yield event;
	}
}

const READ_TOOLS: readonly Tool[] = ALL_TOOLS.filter((tool) => !isWriteTool(tool));

/** Joins the attachments and the context into one message; the question is at its end. */
function composeQuestion({ images = [] }: MessageInput, attached: string, sent: string): ModelMessage {
	const parts = [...(attached === "" ? [] : [{ text: attached }]), { text: sent, cache: true }];
	return { role: "user", parts, images };
}

/** The rest is for the newest of the messages themselves. */
const CITED_SHARE = 0.6;

const describeFocus = ({ focus, projectId, recipe }: ContextRequest): string =>
	JSON.stringify([focus ?? null, projectId ?? null, recipe ?? null]);

/** Attachments are named, not kept: the chat would grow by megabytes that nobody reads again. */
const describeAttached = ({ files = [], images = [] }: MessageInput): JsonObject => ({
	...(files.length > 0 && { files: files.map(({ name }) => name) }),
	...(images.length > 0 && { images: images.length }),
});

function checkSight({ images = [] }: MessageInput, model: LanguageModel | null): void {
	if (images.length === 0 || model?.seesImages) return;
	const who = model === null ? "No model is configured" : `${model.id} does not see pictures`;
	throw new InvalidInputError(
		`${who}. Send the message without them, or choose a model that sees; SKEIN_MODEL_IMAGES=on says that yours does.`,
		{ field: "images" },
		"images_unsupported",
	);
}

interface TurnScope {
	readonly input: MessageInput;
	readonly graph: Graph;
	readonly shown: readonly string[];
	readonly messageId: string;
	readonly settings: ChatSettings;
	readonly branch: readonly Message[];
	readonly request: ContextRequest;
	readonly sent: string;
	readonly known: Shown;
	/** What earlier answers cite, as far as the prompt begins with it, and all of it. */
	readonly recall: PromptPieces["recall"];
	readonly recallAll: PromptPieces["recall"];
}

interface TurnMeans {
	readonly tools: TurnTools;
	readonly toolList: readonly ModelTool[];
	/** Returns what earlier answers cite, noted as shown, and as foreign where it is. */
	readonly recallCited: (noteShown: (ids: readonly string[]) => Promise<void>) => Promise<string>;
}

async function makeTools(scope: TurnScope): Promise<TurnMeans> {
	const { input, graph, shown, messageId, settings, branch, request, sent, known, recall } = scope;
	const { session, chatId, files = [], images = [] } = input;
	const { principal, workspaceId, accountId } = session.reader.access;
	const commit: TurnToolsInput["commit"] = async (call: ToolCall, operations) => {
		const requestHash = createHash("sha256").update(JSON.stringify(call.input)).digest();
		const key = `${messageId}/${call.id}`;
		const once = await graph.openSession(principal, { workspaceId, actor: accountId, key, requestHash });
		return once.writer.commit(
			operations,
			`chat:${chatId} turn:${messageId} tool:${call.name} call:${call.id}`,
		);
	};
	const openSession = () => graph.openSession(principal);
	const ownWords = new OwnWords(openSession);
	const pieces = {
		...{ session, ownWords, request, shown, sent, known, recall, branch, files },
		images: images.length,
	};
	const offered = settings.kinds ?? [];
	const { foreign, kinds } = await offerKinds({ session, ownWords, offered, foreign: judgePrompt(pieces) });
	if (kinds.length > offered.length) await session.chats.update(chatId, { settings: { kinds } });
	const own = generateKindTools(kinds.flatMap((kind) => session.reader.graph.kinds.find(kind) ?? []));
	const { mayWrite } = session.reader.access;
	const tools = new TurnTools({
		// A token that may only read proposes nothing either: what it sent may be anybody's words.
		tools: mayWrite ? [...ALL_TOOLS, ...own] : READ_TOOLS,
		openSession,
		commit,
		always: new Set(settings.always),
		taint: new Taint(foreign),
		ownWords,
		known: shown,
	});
	return {
		tools,
		toolList: listChatTools(own, mayWrite),
		recallCited: async (noteShown) => {
			const retell = (by: Session): Promise<string> => scope.recallAll(by);
			const cited = await retell(session);
			await noteShown(listNamed([cited], session));
			if (!(await tools.taint.isTainted) && !(await ownWords.canSay(cited, retell)))
				tools.taint.add([{ source: "history", name: "what earlier answers of this chat cite" }]);
			return cited;
		},
	};
}

/** Makes every refusal before the first event: a stream cannot take back its status. */
export async function startTurn(
	input: MessageInput,
	turn: { readonly graph: Graph; readonly model: LanguageModel | null; readonly chat: WholeChat },
): Promise<StartedTurn> {
	const { graph, model, chat } = turn;
	const { session, chatId } = input;
	const { chats, approvals, reader } = session;
	checkSight(input, model);
	const parentId = findParent(chat.messages, input.parentId);
	if (input.keep) await chats.update(chatId, { settings: input.keep });
	const branch = listBranch(withholdAnswers(chat), parentId);
	const { tokenizer, shares, attached, request, ...context } = await buildTurnContext({
		...{ reader, model, branch, request: input.request, files: input.files ?? [] },
		settings: { ...chat.settings, ...input.keep },
	});
	const { count } = tokenizer;
	const built = context.laidOut.payload;
	const shownTexts = new Set(
		built.sections.flatMap(({ items }) => items.flatMap(({ id, form }) => (form === "title" ? [] : [id]))),
	);
	const citedTokens = Math.floor(shares.history * CITED_SHARE);
	const recall = ({ reader: by }: Session, shown: ReadonlySet<string> = shownTexts): Promise<string> =>
		recallCited({ reader: by, branch, shown, tokenizer, tokens: citedTokens });
	const { before, historyTokens, replayed, sent, known } = await continuePrompt({
		laidOut: context.laidOut,
		query: request.query,
		about: describeFocus(request),
		branch,
		readAnswer: restoreAnswer,
		count,
		mostTokens: shares.conversation,
		historyTokens: shares.history,
		recall: () => recall(session),
	});
	const payload = sent.text === built.serialized ? built : { ...built, sent: sent.text };
	const shown = listShown(payload, reader.graph);
	const [questionId, messageId] = [newId(), newId()];
	const { settings } = chat;
	const scope = {
		...{ input, graph, shown, messageId, settings, branch, request, known },
		...{ sent: sent.text, recall: sent.opens ? recall : async () => "" },
		recallAll: (by: Session) => recall(by, new Set()),
	};
	const { hits, misses } = payload.metadata.cache;
	const { tools, toolList, recallCited: recallAgain } = await makeTools(scope);
	const contexts = branch.flatMap(({ context_id }) => context_id ?? []);
	const question: NewMessages = {
		title: titleChat(request.query),
		manifest: {
			id: payload.id,
			revision: reader.graph.revision,
			payload,
			entityIds: shown,
			request: keepRequest(request, reader.graph, chatId),
			parents: contexts,
		},
		messages: [
			{
				id: questionId,
				role: "user",
				text: request.query,
				state: "sent",
				parent_id: parentId,
				details: {
					...keepAuthor(session),
					...describeAttached(input),
					...keepAsked(input, built),
					...keepSent(sent),
					// How many parts of the context were known from before: added up, that is the hit rate of our own cache.
					collected: { hits: hits.length, asked: hits.length + misses.length },
				},
			},
			{
				id: messageId,
				role: "assistant",
				text: "",
				state: "running",
				parent_id: questionId,
				context_id: payload.id,
			},
		],
	};
	// After the prompt has gone out: to write the context out and to hand it to the database takes milliseconds.
	const stored = yieldToOthers().then(() => chats.addMessages(chatId, question));
	// A caller that awaits it gets the failure; a failure that comes earlier must not end the process.
	stored.catch(() => undefined);
	const recalled = recallHistory(before, tokenizer, historyTokens);
	const rights = new KeptRights({ graph, access: reader.access, shown, contexts });
	const noteShown = async (ids: readonly string[]): Promise<void> => {
		rights.add(ids);
		await session.manifests.addShown(payload.id, ids);
	};
	const ids = { chatId, questionId, answerId: messageId };
	const answer = (signal: AbortSignal): AsyncGenerator<TurnEvent> =>
		answerTurn({
			ids,
			payload,
			query: request.query,
			analyse: analyserOf(reader.graph.language),
			isPerson: (kind) => isPeopleKind(reader.graph, kind),
			question: composeQuestion(input, attached, sent.text),
			model,
			history: { messages: [...recalled.messages, ...replayed], leftOut: recalled.leftOut },
			citable: listCitable(branch, known, reader.graph),
			recallCited: () => recallAgain(noteShown),
			tools,
			toolList,
			propose: (proposals, tainted) =>
				approvals.create({ chat_id: chatId, message_id: messageId, proposals, tainted }),
			checkRights: () => rights.check(),
			mayHaveMoved: () => rights.mayHaveMoved,
			noteShown,
			tokenizer,
			learnUsage: (reported, measure) => {
				// A picture is billed by its size, which says nothing of words.
				if (model === null || tokenizer.exact || (input.images ?? []).length > 0) return;
				const ratio = measureRatio({ counted: measure(tokenizer.countPlain), reported });
				// A failed measurement is made again with the next prompt; the answer does not wait for it.
				if (ratio !== undefined)
					session.tokenRatios.observe(nameModel(model.id), ratio).catch(() => undefined);
			},
			signal,
		});
	const guard: FollowerGuard<TurnEvent> = {
		maySend: () => rights.areKept(),
		mayHaveMoved: () => rights.mayHaveMoved,
		instead: { ...UNKNOWN_END, type: "end", state: "failed", error: describeError(rightsChanged()) },
	};
	return { ...ids, stored, answer: (signal) => holdUntil(stored, answer(signal)), guard };
}

/**
 * The names of a kind and of its fields are part of its tool, so a kind that somebody else has defined is foreign text:
 * it is offered only where foreign text is read anyway. A kind that was offered in the chat before keeps its place: a list that
 * moves empties the provider's prompt cache.
 */
async function offerKinds(input: {
	readonly session: Session;
	readonly ownWords: OwnWords;
	readonly offered: readonly string[];
	readonly foreign: Promise<readonly ForeignText[]>;
}) {
	const { session, ownWords, offered, foreign } = input;
	const { kinds } = session.reader.graph;
	const all = kinds.all.map(({ kind }) => kind).filter(kinds.isOwn);
	// Where there are no such kinds, nothing that is sent depends on the authors, and the model is called meanwhile.
	if (all.length === 0) return { kinds: [], foreign };
	const known = offered.filter(kinds.isOwn);
	const fresh = all.filter((kind) => !known.includes(kind));
	// Where foreign text is read anyway, the names of kinds add nothing to it, and need not be judged.
	if ((await foreign).length > 0) return { kinds: [...known, ...fresh], foreign };
	const own = (await ownWords.openOwn()).reader.graph.kinds;
	const foreignKinds = known.filter((kind) => !own.isOwn(kind));
	if (foreignKinds.length === 0) return { kinds: [...known, ...fresh.filter(own.isOwn)], foreign };
	const named = foreignKinds.map((name): ForeignText => ({ source: "kind", name }));
	return { kinds: [...known, ...fresh], foreign: Promise.resolve(named) };
}
