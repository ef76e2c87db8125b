import type { CheckedQuery } from "./checked-query.ts";
import { Calendar } from "./query-dates.ts";
import { QueryTooCostlyError } from "./query-error.ts";
import type { QueryRow, QueryRows } from "./query-rows.ts";

export interface QueryRunInput {
	readonly rows: QueryRows;
	readonly now: Date;
	/** Where the reader's days begin and end, such as Europe/Copenhagen. */
	readonly timeZone: string;
	/** How many comparisons one question may cause, computed fields included. */
	readonly mostWork?: number;
}

const MOST_WORK = 10_000_000;
const CHARACTERS_PER_COMPARISON = 100;

/** One question while it is being answered: what it may read, what time it is and how much it has cost so far. */
export class QueryRun {
	readonly rows: QueryRows;
	readonly calendar: Calendar;
	readonly #mostWork: number;
	readonly #computed = new Map<CheckedQuery, Map<string, readonly QueryRow[]>>();
	#work = 0;

	constructor({ rows, now, timeZone, mostWork = MOST_WORK }: QueryRunInput) {
		this.rows = rows;
		this.calendar = new Calendar({ now, timeZone });
		this.#mostWork = mostWork;
	}

	/** Counts one comparison, and more for a long text. */
	spend(characters: number): void {
		this.#work += 1 + Math.floor(characters / CHARACTERS_PER_COMPARISON);
		if (this.#work > this.#mostWork) throw new QueryTooCostlyError(this.#mostWork);
	}

	/** A computed field is run once for each entity, however often a query comes by it. */
	remember(query: CheckedQuery, id: string, run: () => readonly QueryRow[]): readonly QueryRow[] {
		const results = this.#computed.get(query) ?? new Map<string, readonly QueryRow[]>();
		this.#computed.set(query, results);
		const known = results.get(id);
		if (known) return known;
		const found = run();
		results.set(id, found);
		return found;
	}
}
