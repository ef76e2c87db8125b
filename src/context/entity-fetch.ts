import type { Reader } from "../graph/graph.ts";
import type { Entity } from "../graph/model/entity.ts";
import type { Candidate } from "./model/candidate.ts";

const TOUCHED_DAYS = 30;
const DAY = 86_400_000;

/** Data of candidates that the graph in memory lacks: their rows, and the reader's recent activity on them. */
export interface Fetched {
	readonly entities: ReadonlyMap<string, Entity>;
	readonly touched: ReadonlyMap<string, "edit" | "view">;
}

/** Fetches candidates as they are found: the database reads the first while the others are still looked for. */
export class EntityFetch {
	readonly #reader: Reader;
	readonly #since: string;
	readonly #asked = new Set<string>();
	readonly #parts: Promise<Fetched>[] = [];

	constructor(reader: Reader, today: string) {
		this.#reader = reader;
		this.#since = new Date(Date.parse(today) - TOUCHED_DAYS * DAY).toISOString();
	}

	begin(candidates: readonly Candidate[]): void {
		const found = new Set(candidates.map(({ subject }) => subject.id));
		const ids = [...found].filter((id) => !this.#asked.has(id));
		if (ids.length === 0) return;
		for (const id of ids) this.#asked.add(id);
		const part = this.#fetch(ids);
		// `finish` reports a failure to its caller; one that comes before anything waits must not end the process.
		part.catch(() => undefined);
		this.#parts.push(part);
	}

	/** Waits for everything that was started, and fetches the rest of these. */
	async finish(candidates: readonly Candidate[]): Promise<Fetched> {
		this.begin(candidates);
		const parts = await Promise.all(this.#parts);
		return {
			entities: new Map(parts.flatMap(({ entities }) => [...entities])),
			touched: new Map(parts.flatMap(({ touched }) => [...touched])),
		};
	}

	async #fetch(ids: readonly string[]): Promise<Fetched> {
		const { graph, rows, activity } = this.#reader;
		const nodes = ids.flatMap((id) => graph.node(id) ?? []);
		const [entities, touched] = await Promise.all([rows.addTexts(nodes), activity.touched(ids, this.#since)]);
		return { entities, touched };
	}
}
