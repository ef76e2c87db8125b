import { layOutContext } from "../context/build-context.ts";
import type { ContextRequest } from "../context/model/request.ts";
import { type Shown, writeDelta } from "../context/write-delta.ts";
import type { ForeignText } from "../contract/event.ts";
import { narrowToOwn, type Session } from "../graph/graph.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { Message } from "../graph/store/chat/chats.ts";
import type { AttachedFile } from "./prompt/print-attached-files.ts";

/** Everything that the first prompt of a turn is made of, besides our own instructions and the tools. */
export interface PromptPieces {
	readonly session: Session;
	readonly ownWords: OwnWords;
	readonly request: ContextRequest;
	readonly shown: readonly string[];
	/** The part of the context that was sent, with the question at its end. */
	readonly sent: string;
	/** What the conversation had been shown before. */
	readonly known: Shown;
	readonly branch: readonly Message[];
	/** What earlier answers cite, as it was sent, for a reader. */
	readonly recall: (session: Session) => Promise<string>;
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
async function retellContext(own: Session, { request, known, recall }: PromptPieces): Promise<string> {
	// A history that a caller hands over has no author that we know.
	const laidOut = await layOutContext({
		reader: own.reader,
		request: { ...request, history: undefined },
	});
	const { text } = writeDelta({ ...laidOut, shown: known, query: request.query });
	return `${await recall(own)}\n${laidOut.payload.serialized}\n${text}`;
}

/** Lists the foreign texts of the first prompt. The costly proof runs only where nothing simpler has settled it. */
export async function judgePrompt(pieces: PromptPieces): Promise<readonly ForeignText[]> {
	const { session, ownWords, shown, sent, branch, files, images } = pieces;
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
	if (found.length > 0 || (await ownWords.canSay(sent, (own) => retellContext(own, pieces)))) return found;
	return [{ source: "context", name: "names, relations or figures by others" }];
}

/** More are counted by nobody and make every stored answer longer. */
const MOST_LISTED = 50;

/**
 * The foreign text of one turn so far. It only grows. The model may be called before it is known; where it cannot be found
 * out whose text something is, it counts as foreign.
 */
export class Taint {
	#found: Promise<readonly ForeignText[]>;

	constructor(prompt: Promise<readonly ForeignText[]>) {
		this.#found = prompt.catch(() => [{ source: "context", name: "text of unknown authors" }]);
	}

	add(foreign: readonly ForeignText[]): void {
		if (foreign.length > 0) this.#found = this.#found.then((before) => [...before, ...foreign]);
	}

	get isTainted(): Promise<boolean> {
		return this.#found.then((found) => found.length > 0);
	}

	async list(): Promise<readonly ForeignText[]> {
		const byName = new Map(
			(await this.#found).map((each) => [`${each.source} ${each.id ?? each.name}`, each]),
		);
		return [...byName.values()].slice(0, MOST_LISTED);
	}
}

const MOST_ATTEMPTS = 3;

const linesOf = (text: string): readonly string[] => text.split("\n");

/**
 * Finds whose words a text is made of, without knowing how it was made: it is made a second time for a reader for whom
 * nothing exists but what the asker wrote or confirmed. A line that cannot be made then holds something foreign. So a
 * new tool, a new section or a new name that reaches a prompt is foreign until it is proved not to be.
 */
export class OwnWords {
	readonly #openSession: () => Promise<Session>;
	#own: { readonly revision: number; readonly epoch: number; readonly session: Session } | undefined;

	/** `openSession` gives the asker's rights and data as they are when it is called. */
	constructor(openSession: () => Promise<Session>) {
		this.#openSession = openSession;
	}

	/** A session that can read nothing but the asker's own words, as of now. */
	async openOwn(): Promise<Session> {
		const session = await this.#openSession();
		const { revision, epoch } = session.reader.access;
		if (this.#own?.revision !== revision || this.#own.epoch !== epoch) {
			this.#own = { revision, epoch, session: { ...session, reader: await narrowToOwn(session) } };
		}
		return this.#own.session;
	}

	/** Whether `retell` makes every line of the text from the asker's own words. Whatever goes wrong there means no. */
	async canSay(text: string, retell: (own: Session) => Promise<string>): Promise<boolean> {
		try {
			for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
				const session = await this.openOwn();
				const own = new Set(linesOf(await retell(session)));
				if (!linesOf(text).every((line) => own.has(line))) return false;
				// A changed session means a write during the check: text written meanwhile would count as the asker's own.
				if ((await this.openOwn()) === session) return true;
			}
			return false;
		} catch {
			return false;
		}
	}
}
