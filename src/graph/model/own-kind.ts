import { isDeepStrictEqual } from "node:util";
import { ConflictError, InvalidInputError } from "./errors.ts";
import type { Field } from "./field.ts";
import type { Kind, LightField } from "./kind.ts";
import { wordsOf } from "./words-of.ts";

/** A kind as a user writes it: a name and fields. A `select` field called `state` is its state. */
export interface OwnKindDefinition {
	readonly kind: string;
	readonly label: string;
	readonly plural?: string;
	/** Other words for one or many of it, as questions have them. */
	readonly also_called?: readonly string[];
	/** States after which nothing more is expected of it. */
	readonly closed_states?: readonly string[];
	/** The field that says until when it is to be done. */
	readonly due_field?: string;
	readonly fields: readonly Field[];
	readonly icon?: string;
	readonly hue?: number;
}

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

/**
 * Throws when a word of the definition is a word for a kind that ships. Without this, anything that a member calls
 * "tasks" would be in the answer to everybody's question for tasks.
 */
export function checkFreeWords(definition: OwnKindDefinition, taken: ReadonlySet<string>): void {
	const word = wordsOf(makeOwnKind(definition)).find((each) => taken.has(each));
	if (word === undefined) return;
	throw new ConflictError(
		`"${word}" is a word for a kind that ships with the product, and questions with it ask for that one. Choose another name, label, plural or other name, or ask an owner or admin to define this kind.`,
		{ field: "kind", name: word },
		"kind_taken",
	);
}

/** Throws when a definition cannot become a kind beside `taken`, the names of the kinds that ship. */
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

/** What a definition says of its states and fields must be there. */
function checkDeclared({ fields, closed_states = [], due_field }: OwnKindDefinition): void {
	const states = fields.flatMap((field) =>
		field.name === STATE_FIELD && field.type === "select" ? field.options : [],
	);
	const unknown = closed_states.find((state) => !states.includes(state));
	if (unknown !== undefined) {
		throw new InvalidInputError(
			`"${unknown}" is none of the states. Name options of the select field "${STATE_FIELD}".`,
			{ field: "closed_states", name: unknown },
			"invalid_name",
		);
	}
	if (due_field !== undefined && !fields.some(({ name, type }) => name === due_field && type === "date")) {
		throw new InvalidInputError(
			`There is no date field called "${due_field}". Name one of the fields of the kind.`,
			{ field: "due_field", name: due_field },
			"invalid_name",
		);
	}
}

const ICON = "shapes";
const HUE = 20;

const completeDefinition = (definition: OwnKindDefinition): OwnKindDefinition => ({
	...definition,
	plural: definition.plural ?? `${definition.kind}s`,
	also_called: definition.also_called ?? [],
	closed_states: definition.closed_states ?? [],
	icon: definition.icon ?? ICON,
	hue: definition.hue ?? HUE,
});

/** Whether two definitions make the same kind, whichever of them spells out what the other leaves open. */
export const definesTheSame = (one: OwnKindDefinition, other: OwnKindDefinition): boolean =>
	isDeepStrictEqual(completeDefinition(one), completeDefinition(other));

/** Turns a user's definition into a kind like any that ships, so that nothing downstream can tell them apart. */
export function makeOwnKind(definition: OwnKindDefinition): Kind {
	for (const name of [definition.kind, ...definition.fields.map((field) => field.name)]) {
		if (isFreeName(name)) continue;
		throw new InvalidInputError(
			`"${name}" cannot name a kind or field: use letters, digits and underscores, starting with a letter.`,
			{ field: "kind", name },
			"invalid_name",
		);
	}
	const { also_called, closed_states = [], due_field } = definition;
	const options = definition.fields.flatMap((field) =>
		field.name === STATE_FIELD && field.type === "select" ? [field.options] : [],
	)[0];
	return {
		kind: definition.kind,
		label: definition.label,
		plural: definition.plural ?? `${definition.kind}s`,
		...(also_called && { alsoCalled: also_called }),
		titleName: "name",
		bodyName: "body",
		scope: "workspace",
		fields: definition.fields,
		states:
			options?.map((key) => ({ key, ...(closed_states.includes(key) && { terminal: true as const }) })) ?? [],
		...(due_field !== undefined && { dates: { due: due_field } }),
		initialState: null,
		...(options && { stateField: STATE_FIELD }),
		light: [
			{ name: "name" },
			...definition.fields.map(
				({ name }): LightField =>
					options && name === STATE_FIELD
						? { name, read: (entity) => entity.state_key }
						: { name, clip: LIGHT_CLIP },
			),
			{ name: "created_at" },
			{ name: "updated_at" },
			{ name: "description", clip: LIGHT_CLIP },
		],
		icon: definition.icon ?? ICON,
		hue: definition.hue ?? HUE,
	};
}
