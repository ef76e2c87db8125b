import { isDeepStrictEqual } from "node:util";
import type { Body } from "../../contract/frozen.ts";
import type { newKindSchema } from "../../contract/kind.ts";
import type { Entity } from "./entity.ts";
import { ConflictError, InvalidInputError } from "./errors.ts";
import type { Field } from "./field.ts";
import { type Kind, type LightField, type State, wordsOf } from "./kind.ts";

/** A kind as a user writes it. */
export type OwnKindDefinition = Body<typeof newKindSchema>;

/** A field of the light form by its name, with the length at which its text is cut. */
type LightChoice = NonNullable<OwnKindDefinition["light_fields"]>[number];

const NAME_FORM = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;
const LIGHT_CLIP = 120;
export const STATE_FIELD = "state";

/** Names that every JavaScript object answers to would be read as values nobody stored. */
const isFreeName = (name: string): boolean => NAME_FORM.test(name) && !(name in Object.prototype);

/** A kind of one's own as it is stored. */
export interface OwnKindRow {
	readonly id: string;
	readonly kind: string;
	readonly definition: OwnKindDefinition;
	readonly version: number;
}

/** Otherwise, anything that a member calls "tasks" would be in the answer to everybody's question for tasks. */
export function checkFreeWords(definition: OwnKindDefinition, taken: ReadonlySet<string>): void {
	const word = wordsOf(makeOwnKind(definition)).find((each) => taken.has(each));
	if (word === undefined) return;
	throw new ConflictError(
		`"${word}" is a word for a kind that ships with the product, and questions with it ask for that one. Choose another name, label, plural or other name, or ask an owner or admin to define this kind.`,
		{ field: "kind", name: word },
		"kind_taken",
	);
}

/** Throws when a definition cannot become a kind; `taken` holds the names of the built-in kinds. */
export function checkOwnKind(definition: OwnKindDefinition, taken: readonly string[]): void {
	makeOwnKind(definition);
	const sameName = taken.find((name) => name.toLowerCase() === definition.kind.toLowerCase());
	if (sameName !== undefined) {
		throw new ConflictError(
			`"${sameName}" is a kind that ships with the product. Choose another name for yours.`,
			{ field: "kind" },
			"kind_taken",
		);
	}
	const names = definition.fields.map((field) => field.name);
	checkDeclared(definition);
	checkWords(definition);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) {
		throw new InvalidInputError(
			`Two fields are called "${twice}". Give each its own name.`,
			{ field: "fields", name: twice },
			"invalid_name",
		);
	}
}

/** Every question is searched for these words: without a bound, reading one would take as long as somebody wishes. */
const MOST_WORDS = 20;
const LONGEST_WORD = 60;
const HAS_SIGNS = /[\p{L}\p{N}]/u;

function checkWords({ also_called = [] }: OwnKindDefinition): void {
	const wrong = also_called.find((word) => word.length > LONGEST_WORD || !HAS_SIGNS.test(word));
	if (wrong === undefined && also_called.length <= MOST_WORDS) return;
	throw new InvalidInputError(
		`A kind has at most ${MOST_WORDS} other names of at most ${LONGEST_WORD} characters, each with a letter or digit in it.`,
		{ field: "also_called", ...(wrong !== undefined && { name: wrong.slice(0, LONGEST_WORD) }) },
		"invalid_name",
	);
}

/** The lists of states in a definition, and the mark that a state gets from each. */
const STATE_LISTS = {
	closed_states: "terminal",
	settled_states: "settled",
	active_states: "active",
	blocked_states: "blocked",
} as const satisfies Partial<Record<keyof OwnKindDefinition, Exclude<keyof State, "key">>>;

type StateList = keyof typeof STATE_LISTS;
const STATE_LIST_NAMES = Object.keys(STATE_LISTS) as readonly StateList[];

/** The fields that a definition gives a part to, with the types that can play it. */
const FIELD_PARTS = {
	start_field: ["date"],
	due_field: ["date"],
	assignee_field: ["text_list", "text"],
} as const satisfies Partial<Record<keyof OwnKindDefinition, readonly Field["type"][]>>;

type FieldPart = keyof typeof FIELD_PARTS;

const USUAL_DUE_FIELD = "due_at";
const LIGHT_COLUMNS = [
	"body",
	"description",
	"type_key",
	"created_at",
	"updated_at",
	"completed_at",
] as const satisfies readonly (keyof Entity)[];
const LONGEST_CLIP = 2_000;

const refuseName = (field: keyof OwnKindDefinition, name: unknown, message: string): InvalidInputError =>
	new InvalidInputError(message, { field, name: String(name).slice(0, LONGEST_WORD) }, "invalid_name");

/** Throws unless the states and fields that a definition names exist and fit their use. */
function checkDeclared(definition: OwnKindDefinition): void {
	checkStates(definition);
	for (const [part, types] of Object.entries(FIELD_PARTS) as [FieldPart, readonly string[]][]) {
		const name = definition[part];
		if (name === undefined || name === null) continue;
		if (definition.fields.some((field) => field.name === name && types.includes(field.type))) continue;
		const fits = definition.fields.filter(({ type }) => types.includes(type)).map((field) => field.name);
		const next =
			fits.length === 0 ? `Add a field of the type ${types.join(" or ")} first` : `Name ${fits.join(" or ")}`;
		throw refuseName(
			part,
			name,
			`There is no ${types.join(" or ")} field called "${name}". ${next}, or leave ${part} out.`,
		);
	}
	checkLight(definition);
}

function checkStates(definition: OwnKindDefinition): void {
	const states = listStates(definition) ?? [];
	const listed = new Map<string, StateList>();
	for (const list of STATE_LIST_NAMES) {
		const named = definition[list] ?? [];
		if (!Array.isArray(named)) throw refuseName(list, named, `${list} is a list of states.`);
		for (const state of named) {
			if (!states.includes(state)) {
				throw refuseName(
					list,
					state,
					`"${state}" is none of the states. Name options of the field "${STATE_FIELD}".`,
				);
			}
			const other = listed.get(state);
			if (other !== undefined && other !== list)
				throw refuseName(list, state, `The state "${state}" is in ${other} and in ${list}. Keep it in one.`);
			listed.set(state, list);
		}
	}
}

function checkLight({ light_fields: light, fields }: OwnKindDefinition): void {
	if (light === undefined || light === null) return;
	if (!Array.isArray(light)) throw refuseName("light_fields", light, "light_fields is a list of fields.");
	const known: readonly string[] = [...fields.map(({ name }) => name), ...LIGHT_COLUMNS];
	const names = light.map((choice) => readLight(choice).name);
	const wrong = names.find((name, index) => !known.includes(name) || names.indexOf(name) !== index);
	if (wrong !== undefined || names.includes(undefined as never)) {
		throw refuseName(
			"light_fields",
			wrong,
			`"${wrong}" cannot be in the light form, or is in it twice. Name each once: ${known.join(", ")}.`,
		);
	}
	for (const { name, clip = 1 } of light.map(readLight)) {
		if (Number.isInteger(clip) && clip >= 1 && clip <= LONGEST_CLIP) continue;
		throw refuseName("light_fields", name, `The clip of "${name}" is a number from 1 to ${LONGEST_CLIP}.`);
	}
}

export const readLight = (choice: LightChoice): Exclude<LightChoice, string> =>
	typeof choice === "string" ? { name: choice } : choice;

/** The options of the field that is its state; undefined where it has none. */
const listStates = ({ fields }: OwnKindDefinition): readonly string[] | undefined =>
	fields.flatMap((field) =>
		field.name === STATE_FIELD && field.type === "select" ? [field.options] : [],
	)[0];

function findDueField({ due_field: named, fields }: OwnKindDefinition): string | undefined {
	if (named !== undefined) return named ?? undefined;
	return fields.find(({ name, type }) => name === USUAL_DUE_FIELD && type === "date")?.name;
}

const ICON = "shapes";
const HUE = 20;

const completeDefinition = (definition: OwnKindDefinition): OwnKindDefinition => ({
	...definition,
	plural: definition.plural ?? `${definition.kind}s`,
	also_called: definition.also_called ?? [],
	...Object.fromEntries(STATE_LIST_NAMES.map((list) => [list, definition[list] ?? []])),
	start_field: definition.start_field ?? null,
	due_field: findDueField(definition) ?? null,
	assignee_field: definition.assignee_field ?? null,
	light_fields: definition.light_fields?.map(readLight) ?? null,
	holds_text: definition.holds_text ?? false,
	icon: definition.icon ?? ICON,
	hue: definition.hue ?? HUE,
});

/** Whether two definitions make the same kind, whichever of them spells out what the other leaves open. */
export const definesTheSame = (one: OwnKindDefinition, other: OwnKindDefinition): boolean =>
	isDeepStrictEqual(completeDefinition(one), completeDefinition(other));

/** Turns a user's definition into a kind that works exactly like a built-in one. */
export function makeOwnKind(definition: OwnKindDefinition): Kind {
	for (const name of [definition.kind, ...definition.fields.map((field) => field.name)]) {
		if (isFreeName(name)) continue;
		throw new InvalidInputError(
			`"${name}" cannot name a kind or field: use letters, digits and underscores, starting with a letter.`,
			{ field: "kind", name },
			"invalid_name",
		);
	}
	const { also_called, start_field: start, assignee_field: assignedBy } = definition;
	const due = findDueField(definition);
	const states = listStates(definition);
	return {
		kind: definition.kind,
		label: definition.label,
		plural: definition.plural ?? `${definition.kind}s`,
		...(also_called && { alsoCalled: also_called }),
		titleName: "name",
		bodyName: "body",
		scope: "workspace",
		...(definition.holds_text && { writesProse: true as const }),
		fields: definition.fields,
		states: states?.map((key) => makeState(key, definition)) ?? [],
		...((due || start) && { dates: { ...(start && { start }), ...(due && { due }) } }),
		...(assignedBy && { assignedBy }),
		initialState: null,
		...(states && { stateField: STATE_FIELD }),
		light: [{ name: "name" }, ...listLight(definition)],
		icon: definition.icon ?? ICON,
		hue: definition.hue ?? HUE,
		definition,
	};
}

const makeState = (key: string, definition: OwnKindDefinition): State => ({
	key,
	...Object.fromEntries(
		STATE_LIST_NAMES.filter((list) => definition[list]?.includes(key)).map((list) => [
			STATE_LISTS[list],
			true,
		]),
	),
});

function listLight(definition: OwnKindDefinition): readonly LightField[] {
	const hasState = listStates(definition) !== undefined;
	const chosen: readonly LightField[] = definition.light_fields?.map(readLight) ?? [
		...definition.fields.map(({ name }) => ({ name, clip: LIGHT_CLIP })),
		{ name: "created_at" },
		{ name: "updated_at" },
		{ name: "description", clip: LIGHT_CLIP },
	];
	return chosen.map((field) =>
		hasState && field.name === STATE_FIELD
			? { name: STATE_FIELD, read: (entity) => entity.state_key }
			: field,
	);
}
