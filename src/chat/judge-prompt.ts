import { buildContext } from "../context/build-context.ts";
import type { ContextPayload } from "../context/model/payload.ts";
import type { ContextRequest } from "../context/model/request.ts";
import { writeDelta } from "../context/write-delta.ts";
import type { ForeignText } from "../contract/event.ts";
import type { Session } from "../graph/graph.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import type { OwnWords } from "./own-words.ts";
import type { AttachedFile } from "./prompt/print-attached-files.ts";

/** Everything that the first prompt of a turn is made of, besides our own instructions and the tools. */
export interface PromptPieces {
	readonly session: Session;
	readonly ownWords: OwnWords;
	readonly request: ContextRequest;
	readonly shown: readonly string[];
	/** The part of the context that was sent, with the question at its end. */
	readonly sent: string;
	readonly branch: readonly Message[];
	readonly files: readonly AttachedFile[];
	readonly images: number;
}

/** Whose hands a question was typed with, as it is kept with it. A program that holds a token may have read anything. */
export const keepAuthor = ({ reader }: Session): JsonObject => ({
	by: reader.access.principal.grant === undefined ? "person" : "token",
});

/** A question is the asker's own only if it says so, and an answer only if nothing foreign was read for it. */
const isOwnMessage = ({ role, details }: Message): boolean =>
	role === "user" ? details.by === "person" : details.tainted === false;

/** The context as it would be if there were nothing but the asker's own words, whole and as an addition. */
async function retellContext(own: Session, request: ContextRequest): Promise<string> {
	// A history that a caller hands over has no author that we know.
	const payload: ContextPayload = await buildContext({
		reader: own.reader,
		request: { ...request, history: undefined },
	});
	const { query } = request;
	const { text } = writeDelta({ payload, shown: new Map(), query, today: payload.metadata.today });
	return `${payload.serialized}\n${text}`;
}

/** Lists the foreign texts of the first prompt. The costly proof runs only where nothing simpler has settled it. */
export async function judgePrompt(pieces: PromptPieces): Promise<readonly ForeignText[]> {
	const { session, ownWords, request, shown, sent, branch, files, images } = pieces;
	const found: readonly ForeignText[] = [
		...(keepAuthor(session).by === "person"
			? []
			: [{ source: "question", name: "a question sent with a token" } as const]),
		...(branch.every(isOwnMessage)
			? []
			: [{ source: "history", name: "earlier messages of this chat" } as const]),
		...files.map(({ name }) => ({ source: "attachment", name }) as const),
		...(images > 0 ? [{ source: "attachment", name: "pictures" } as const] : []),
		...(await session.authorship.listForeign(shown)).map((id) => {
			const name = session.reader.graph.node(id)?.title ?? id;
			return { source: "context", id, name } as const;
		}),
	];
	if (found.length > 0 || (await ownWords.canSay(sent, (own) => retellContext(own, request)))) return found;
	return [{ source: "context", name: "names, relations or figures by others" }];
}
