import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { remember } from "../model/remember.ts";
import { checkQuery } from "./check-query.ts";
import type { CheckedQuery } from "./checked-query.ts";
import type { QueryAnswer } from "./execute-query.ts";
import { parseQuery } from "./parse-query.ts";
import { QueryRun, type QueryRunInput } from "./query-run.ts";
import { findReferrers, selectRows } from "./select-rows.ts";

export interface ComputedField {
	/** The entity whose field it is; `{this}` in the field's query. */
	readonly entityId: string;
	readonly field: string;
	/** How many rows are handed out; the total counts all that the field holds. */
	readonly limit?: number;
}

const DEFAULT_LIMIT = 100;

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
