import { clipText } from "../../context/render/fence-text.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { JsonObject } from "../../graph/model/json.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { listPhrases } from "../../graph/model/list-phrases.ts";

/** Longer names are slips of nothing; comparing two names takes time with the product of their lengths. */
const LONGEST_COMPARED = 64;
/** One letter in so many may be wrong. */
const LETTERS_PER_SLIP = 3;

/** Other words for the fields that have a role in a kind, and for what is a parameter of its own. */
const DUE = listPhrases("deadline, due, duedate, dueon, dueby, until, enddate");
const START = listPhrases("start, startdate, starton, begin, begins, from");
const DECIDED = listPhrases("decided, decidedat, decidedon, decisiondate, date");
const ASSIGNED = listPhrases("assignee, assigned, assignedto, owner, responsible, people, who");
const COLUMNS: readonly (readonly [column: string, words: readonly string[]])[] = [
	["state_key", listPhrases("state, status, statekey")],
	["title", listPhrases("title, name, heading")],
	["body", listPhrases("body, content, text, markdown, notes")],
	["description", listPhrases("description, summary, abstract")],
	["type_key", listPhrases("type, typekey")],
	["project_id", listPhrases("project, projectid")],
];

const normalise = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** How many letters have to be added, removed or replaced. */
function countSlips(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const replaced = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]);
			next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}

/** The name that was probably meant: by its role in the kind, by a part of it, or by its letters. */
function findNearest({ fields, dates = {}, assignedBy }: Kind, name: string): string | undefined {
	const wanted = normalise(name.slice(0, LONGEST_COMPARED));
	const names = fields.map((field) => field.name);
	const roles: readonly (readonly [field: string | undefined, words: readonly string[]])[] = [
		[dates.due, DUE],
		[dates.start, START],
		[dates.decided, DECIDED],
		[assignedBy, ASSIGNED],
	];
	const same = names.find((field) => normalise(field) === wanted);
	const byRole = [...roles, ...COLUMNS].find(
		([field, words]) => field !== undefined && words.includes(wanted),
	);
	if (same ?? byRole) return same ?? byRole?.[0];
	const [nearest] = names
		.map((field) => ({ field, slips: countSlips(wanted, normalise(field)) }))
		.filter(({ field, slips }) => slips <= Math.max(1, normalise(field).length / LETTERS_PER_SLIP))
		.sort((a, b) => a.slips - b.slips);
	return nearest?.field;
}

/**
 * Refuses properties that the kind does not declare: a model that writes `deadline` would believe that the task has one,
 * and no question would find it. Those that the entity has already, mostly from an import, can be changed, and a kind
 * without fields takes any.
 */
export function checkFields(kind: Kind, given: JsonObject, stored: JsonObject = {}): void {
	const { fields, stateField } = kind;
	if (fields.length === 0) return;
	const computed = fields.find(({ name, type }) => type === "computed" && (given[name] ?? null) !== null);
	if (computed !== undefined) {
		throw new InvalidInputError(
			`The field ${computed.name} of a ${kind.kind} is computed. Leave it out, and change what it follows from.`,
			{ field: computed.name },
			"invalid_field",
		);
	}
	const known = new Set([
		...fields.map(({ name }) => name),
		...(stateField === undefined ? [] : [stateField]),
	]);
	const unknown = Object.keys(given).find((name) => !known.has(name) && !Object.hasOwn(stored, name));
	if (unknown === undefined) return;
	const nearest = findNearest(kind, unknown);
	const isColumn = nearest !== undefined && !known.has(nearest);
	const meant =
		nearest === undefined ? "" : ` Use "${nearest}"${isColumn ? ", a parameter next to props" : ""}.`;
	throw new InvalidInputError(
		`A ${kind.kind} has no field "${clipText(unknown, LONGEST_COMPARED)}".${meant} Its fields: ${[...known].join(", ")}. What fits none of them goes into the body.`,
		{ field: unknown.slice(0, LONGEST_COMPARED), ...(nearest !== undefined && { nearest }) },
		"unknown_field",
	);
}
