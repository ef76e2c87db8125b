import type { Kind } from "../../../src/client/workspace-calls.ts";
import type { ColumnUse, MappedKey } from "../../../src/graph/transfer/source/table-mapping.ts";
import { spellKey } from "../design/format.tsx";
import { makeFieldName, nameField } from "../entities/names.ts";

/** A way to import a column, as one line of a menu. */
export interface Choice {
	readonly value: string;
	readonly label: string;
	readonly use: ColumnUse;
}

export interface ChoiceGroup {
	readonly label: string;
	readonly choices: readonly Choice[];
}

type FieldUse = Extract<ColumnUse, { to: "field" }>;

const columns: readonly (readonly [Exclude<ColumnUse["to"], "field" | "relation" | "people">, string])[] = [
	["title", "The title"],
	["body", "The text"],
	["description", "The description"],
	["aliases", "Other names"],
	["state", "The state"],
	["id", "The id of a row"],
	["created", "When it was made"],
	["updated", "When it was changed"],
	["ignore", "Nothing: leave it out"],
];
/** The types of fields that a cell of a table can fill. */
const fieldTypes: readonly (readonly [FieldUse["type"], string])[] = [
	["text", "words"],
	["number", "a number"],
	["date", "a date"],
	["email", "an e-mail address"],
	["text_list", "several words, with commas between"],
	["select", "one of a few words"],
];
const relations = ["relates_to", "depends_on", "blocks"];

/** Returns the same key for two equal uses. */
export function keyOf(use: ColumnUse): string {
	if (use.to === "field") return `field ${use.type} ${use.name}`;
	if (use.to === "people") return `people ${use.name}`;
	return use.to === "relation" ? `relation ${use.rel}` : use.to;
}

const choose = (label: string, use: ColumnUse): Choice => ({ value: keyOf(use), label, use });

/** Lists all uses of one column for a kind, including its current use. */
export function listChoices(column: string, current: ColumnUse, kind: Kind): readonly ChoiceGroup[] {
	const fillable = new Set<string>(fieldTypes.map(([type]) => type));
	const declared = kind.fields
		.filter(({ type }) => fillable.has(type))
		.map((field) => {
			const { name, options } = field;
			const type = field.type as FieldUse["type"];
			return choose(nameField(field), { to: "field", name, type, ...(options && { options }) });
		});
	const taken = new Set(declared.map(({ value }) => value));
	const name =
		current.to === "field" && !taken.has(keyOf(current))
			? current.name
			: makeFieldName(column) || "imported_column";
	const own = fieldTypes
		// A select field needs a list of options, which only a column with few distinct words gives.
		.filter(([type]) => type !== "select" || (current.to === "field" && current.type === "select"))
		.map(([type, label]): Choice => {
			const isCurrent = current.to === "field" && current.type === type && current.name === name;
			return choose(`A field of its own: ${label}`, isCurrent ? current : { to: "field", name, type });
		})
		.filter(({ value }) => !taken.has(value));
	const rels = [...new Set([...relations, ...(current.to === "relation" ? [current.rel] : [])])];
	return [
		{ label: "What everything has", choices: columns.map(([to, label]) => choose(label, { to })) },
		...(declared.length > 0 ? [{ label: `Fields of a ${kind.label}`, choices: declared }] : []),
		{ label: "A new field", choices: own },
		{
			label: "Titles of other rows",
			choices: rels.map((rel) =>
				choose(`A relation: ${spellKey(rel).toLowerCase()}`, { to: "relation", rel }),
			),
		},
	];
}

/** Lists all uses of a key of frontmatter, with the one that its values suggest and the one it has now. */
export function listKeyChoices({ key, use }: MappedKey, current: ColumnUse): readonly ChoiceGroup[] {
	const inUse = [current, use];
	const named = inUse.find((each) => each.to === "field" || each.to === "people");
	const name = named && "name" in named ? named.name : makeFieldName(key) || "imported_field";
	const choice = inUse.find((each) => each.to === "field" && each.type === "select");
	const rels = [...relations, ...inUse.flatMap((each) => (each.to === "relation" ? [each.rel] : []))];
	return [
		{ label: "As it is", choices: [choose("A plain field, as it is written", { to: "ignore" })] },
		{
			label: "What everything has",
			choices: [choose("The state", { to: "state" }), choose("The number it is called by", { to: "id" })],
		},
		{
			label: "A field",
			choices: [
				choose("People", { to: "people", name }),
				...fieldTypes
					.filter(([type]) => type !== "select")
					.map(([type, label]) => choose(`A field: ${label}`, { to: "field", name, type })),
				...(choice ? [choose("A field: one of a few words", choice)] : []),
			],
		},
		{
			label: "Names of other texts",
			choices: [...new Set(rels)].map((rel) =>
				choose(`A relation: ${spellKey(rel).toLowerCase()}`, { to: "relation", rel }),
			),
		},
	];
}
