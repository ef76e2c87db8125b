import type { OwnKindDefinition } from "../../../model/own-kind.ts";
import type { KindNames } from "../../../store/archive/imports.ts";
import type { Loss } from "../../source/import-report.ts";
import { findKind, nameKind } from "../../tables/name-field.ts";

interface FreedKinds {
	readonly kinds: readonly OwnKindDefinition[];
	/** What a kind of the archive is called here, where that differs. */
	readonly renamed: ReadonlyMap<string, string>;
	readonly losses: readonly Loss[];
}

/**
 * The kinds of an archive without the words that the importer may not give to a kind. The store refuses a kind with such a
 * word, and with it everything that the archive holds.
 */
export function freeWords(kinds: readonly OwnKindDefinition[], names: KindNames): FreedKinds {
	const isFree = (word: string): boolean => !names.words.has(word.trim().toLowerCase());
	const taken = new Set([...names.words, ...kinds.map(({ kind }) => kind)]);
	const renamed = new Map<string, string>();
	for (const { kind } of kinds) {
		if (isFree(kind)) continue;
		const name = findKind(names, kind) ?? nameKind(kind, taken);
		if (name === kind) continue;
		taken.add(name);
		renamed.set(kind, name);
	}
	const nameOf = (kind: string): string => renamed.get(kind) ?? kind;
	const losses: Loss[] = [];
	const freed = kinds.map((definition): OwnKindDefinition => {
		const kind = nameOf(definition.kind);
		const fields = definition.fields.map((field) =>
			"kind" in field ? { ...field, kind: nameOf(field.kind) } : field,
		);
		if (names.ownKinds.includes(kind)) return { ...definition, kind, fields };
		const { label, plural = `${definition.kind}s`, also_called: others = [], ...rest } = definition;
		const dropped = [definition.kind, label, plural, ...others].filter((word) => !isFree(word));
		if (dropped.length === 0) return { ...definition, fields };
		losses.push({
			what: `words for the kind ${definition.kind}`,
			where: [...new Set(dropped)].join(", "),
			why: `They are words for a kind that ships, which only an owner or admin gives to another. It is called ${kind} here.`,
		});
		return {
			...rest,
			kind,
			label: isFree(label) ? label : kind,
			plural: [plural, `${kind}s`].find(isFree) ?? kind,
			also_called: others.filter(isFree),
			fields,
		};
	});
	return { kinds: freed, renamed, losses };
}
