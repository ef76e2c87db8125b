import { LARGEST_TABLE } from "../../contract/limits.ts";
import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { remember } from "../model/remember.ts";
import { type CheckedQuery, checkQuery } from "./check-query.ts";
import { parseQuery } from "./parse-query.ts";
import type { QueryRow } from "./query-rows.ts";
import { QueryRun, type QueryRunInput } from "./query-run.ts";
import { findReferrers, selectRows } from "./select-rows.ts";

const DEFAULT_LIMIT = 100;

export interface QueryAnswer {
	readonly rows: readonly QueryRow[];
	readonly total: number;
	readonly truncated: boolean;
}

export interface AnswerQueryInput extends QueryRunInput {
	readonly text: string;
	readonly kinds: KindRegistry;
	readonly thisId?: string | undefined;
	/** Used where the query itself has no LIMIT. */
	readonly limit?: number | undefined;
}

/** From the words of a query to its rows, over what the reader may see: read, check, run. */
export function answerQuery({ text, kinds, limit = DEFAULT_LIMIT, ...input }: AnswerQueryInput): QueryAnswer {
	const { thisId = "", rows: all } = input;
	const query = checkQuery({
		query: parseQuery(text),
		kinds,
		givesThis: input.thisId !== undefined,
		hasRelation: (rel) => all.hasRelation(rel),
	});
	if (query.usesThis && all.row(thisId) === undefined) throw new EntityNotFoundError();
	const among = all.ofKind(query.kind.kind);
	const found = selectRows(query, { run: new QueryRun(input), thisId, among });
	const rows = found.slice(0, Math.min(query.limit ?? limit, LARGEST_TABLE));
	return { rows, total: found.length, truncated: rows.length < found.length };
}

export interface ComputedField {
	/** The entity whose field it is; `{this}` in the field's query. */
	readonly entityId: string;
	readonly field: string;
	/** How many rows are handed out; the total counts all that the field holds. */
	readonly limit?: number;
}

/**
 * The current values of computed fields. Fields read through the same object share its work: one index of referrers
 * serves every entity, and one bound holds for all of them. A field's query may not use computed fields, so it always
 * comes to an end.
 */
export class ComputedFields {
	readonly #kinds: KindRegistry;
	readonly #run: QueryRun;
	readonly #queries = new Map<string, CheckedQuery>();

	constructor({ kinds, ...input }: QueryRunInput & { readonly kinds: KindRegistry }) {
		this.#kinds = kinds;
		this.#run = new QueryRun(input);
	}

	read({ entityId, field, limit = DEFAULT_LIMIT }: ComputedField): QueryAnswer {
		const entity = this.#run.rows.row(entityId);
		if (entity === undefined) throw new EntityNotFoundError();
		const query = this.#queryOf(entity.kind, field);
		const among = findReferrers(query, this.#run, entityId);
		const found = selectRows(query, { run: this.#run, thisId: entityId, among });
		const held = found.slice(0, query.limit ?? found.length);
		return { rows: held.slice(0, limit), total: held.length, truncated: held.length > limit };
	}

	#queryOf(kind: string, name: string): CheckedQuery {
		const key = `${kind}.${name}`;
		return remember(this.#queries, key, () => this.#readQuery(kind, name));
	}

	#readQuery(kind: string, name: string): CheckedQuery {
		const field = this.#kinds.get(kind).fields.find((candidate) => candidate.name === name);
		if (field?.type !== "computed") {
			throw new InvalidInputError(
				`${kind} has no computed field "${name}". Look at the fields of the kind and name one of them.`,
				{ field: name },
				"unknown_field",
			);
		}
		const kinds = this.#kinds;
		return checkQuery({
			query: parseQuery(field.query),
			kinds,
			givesThis: true,
			isComputed: true,
			hasRelation: (rel) => this.#run.rows.hasRelation(rel),
		});
	}
}
