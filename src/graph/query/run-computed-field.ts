import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import { checkQuery } from "./check-query.ts";
import { parseQuery } from "./parse-query.ts";
import { type QueryAnswer, type RunQueryInput, runQuery } from "./run-query.ts";

export interface RunComputedFieldInput extends Omit<RunQueryInput, "query" | "thisId"> {
	readonly kinds: KindRegistry;
	/** The entity whose field it is; `{this}` in the field's query. */
	readonly entityId: string;
	readonly field: string;
}

/** What a computed field of an entity holds now. Its query may not use computed fields, so it always comes to an end. */
export function runComputedField({
	kinds,
	entityId,
	field: name,
	...input
}: RunComputedFieldInput): QueryAnswer {
	const entity = input.rows.row(entityId);
	if (entity === undefined) throw new EntityNotFoundError();
	const field = kinds.get(entity.kind).fields.find((candidate) => candidate.name === name);
	if (field?.type !== "computed") {
		throw new InvalidInputError(
			`${entity.kind} has no computed field "${name}". Look at the fields of the kind and name one of them.`,
			{ field: name },
			"unknown_field",
		);
	}
	const query = checkQuery({ query: parseQuery(field.query), kinds, givesThis: true, isComputed: true });
	return runQuery({ ...input, query, thisId: entityId });
}
