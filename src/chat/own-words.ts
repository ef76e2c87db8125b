import type { Session } from "../graph/graph.ts";
import { narrowToOwn } from "../graph/narrow-to-own.ts";

const MOST_ATTEMPTS = 3;

const linesOf = (text: string): readonly string[] => text.split("\n");

/**
 * Tells whose words a text is made of, without knowing how it was made: it is made a second time for a reader for whom
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
