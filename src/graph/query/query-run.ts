import type { Person } from "../model/kind.ts";
import { remember } from "../model/remember.ts";
import type { Value } from "./attribute.ts";
import type { CheckedQuery } from "./check-query.ts";
import { Calendar } from "./query-dates.ts";
import { QueryTooCostlyError } from "./query-error.ts";
import type { QueryRow, QueryRows } from "./query-rows.ts";

export interface QueryRunInput {
	readonly rows: QueryRows;
	readonly now: Date;
	/** Where the reader's days begin and end, such as Europe/Copenhagen. */
	readonly timeZone: string;
	/** The caller, whose entities are `mine`. Without one, nothing is. */
	readonly asker?: Person | undefined;
	readonly mostWork?: number;
}

const MOST_WORK = 3_000_000;
const CHARACTERS_PER_COMPARISON = 25;

/** One question while it is being answered: what it may read, what time it is and how much it has cost so far. */
export class QueryRun {
	readonly rows: QueryRows;
	readonly calendar: Calendar;
	readonly asker: Person | undefined;
	readonly #mostWork: number;
	readonly #computed = new Map<CheckedQuery, Map<string, readonly Value[]>>();
	readonly #referrers = new Map<CheckedQuery, ReadonlyMap<string, readonly QueryRow[]>>();
	#work = 0;

	constructor({ rows, now, timeZone, asker, mostWork = MOST_WORK }: QueryRunInput) {
		this.rows = rows;
		this.asker = asker;
		this.calendar = new Calendar({ now, timeZone });
		this.#mostWork = mostWork;
	}

	/** Counts the cost of comparing some values, and more for long ones. */
	spend(values: number, characters: number): void {
		this.#work += 1 + values + Math.floor(characters / CHARACTERS_PER_COMPARISON);
		if (this.#work > this.#mostWork) throw new QueryTooCostlyError(this.#mostWork);
	}

	/** A computed field is run once for each entity, however often a query comes by it. */
	computed(query: CheckedQuery, id: string, run: () => readonly Value[]): readonly Value[] {
		const results = remember(this.#computed, query, () => new Map<string, readonly Value[]>());
		return remember(results, id, run);
	}

	/** The referrers that the query of a computed field needs; computed when they are first needed. */
	referrers(
		query: CheckedQuery,
		index: () => ReadonlyMap<string, readonly QueryRow[]>,
	): ReadonlyMap<string, readonly QueryRow[]> {
		return remember(this.#referrers, query, index);
	}
}
