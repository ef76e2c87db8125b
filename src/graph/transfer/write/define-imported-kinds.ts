import { isDeepStrictEqual } from "node:util";
import type { Field } from "../../model/field.ts";
import type { Operation } from "../../model/operation.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import type { Loss } from "../source/import-report.ts";
import type { ImportItemsOptions } from "./import-items.ts";

/** A kind that exists only gains the fields it lacks: what a person has shaped since is not shaped back. */
export async function defineImportedKinds(options: ImportItemsOptions): Promise<Loss[]> {
	const { imports, survey, via, dryRun = false } = options;
	const existing = new Map((await imports.ownKinds()).map((definition) => [definition.kind, definition]));
	const losses: Loss[] = [];
	const definitions = survey.kinds.flatMap((wanted): OwnKindDefinition[] => {
		const known = existing.get(wanted.kind);
		if (known === undefined) return [wanted];
		losses.push(...listTypeDifferences(known, wanted));
		const fields = mergeFields(known.fields, wanted.fields);
		if (isDeepStrictEqual(fields, known.fields)) return [];
		return [{ ...known, fields }];
	});
	for (const definition of definitions) {
		// Without the check, a plan would promise an import that the store refuses.
		if (dryRun) imports.checkMayDefine(definition, { isNew: !existing.has(definition.kind) });
		else {
			const operations: Operation[] = [{ op: "define_kind", definition }];
			await imports.commit({ source: survey.source, operations, records: [], via });
		}
	}
	return losses;
}

/** A choice gains the options it lacks, as a kind gains fields. */
function mergeFields(known: readonly Field[], wanted: readonly Field[]): readonly Field[] {
	const merged = known.map((field): Field => {
		const other = wanted.find(({ name }) => name === field.name);
		if (field.type !== "select" || other?.type !== "select") return field;
		return { ...field, options: [...new Set([...field.options, ...other.options])] };
	});
	return [...merged, ...wanted.filter((field) => !known.some(({ name }) => name === field.name))];
}

const listTypeDifferences = (known: OwnKindDefinition, wanted: OwnKindDefinition): Loss[] =>
	wanted.fields.flatMap((field) => {
		const type = known.fields.find(({ name }) => name === field.name)?.type;
		if (type === undefined || type === field.type) return [];
		return [
			{
				what: `the type of ${known.kind}.${field.name}`,
				where: field.type,
				why: `The kind has this field already, as ${type}. Values are converted where they can be.`,
			},
		];
	});
