import { isDeepStrictEqual } from "node:util";
import type { Entity } from "../../model/entity.ts";
import { isId } from "../../model/ids.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Imports, Rewritten } from "../../store/archive/imports.ts";
import { countOf, type PlannedChange, type PlannedItem } from "../source/import-report.ts";
import type { PlannedStep } from "./write-batch.ts";

/** Texts are megabytes at most, and those of all steps together could fill the memory. */
const READ_AT_ONCE = 20;
const LONGEST_VALUE = 120;
const LEAD = 30;
const MOST_CHANGES = 20;

/** Says of each update what is different, once all of it is written: reference fields are filled last. */
export async function describeSteps(
	imports: Imports,
	steps: readonly PlannedStep[],
	since: string,
): Promise<readonly PlannedItem[]> {
	const changes = new Map<string, readonly PlannedChange[]>();
	const ids = steps.flatMap(({ updatedId }) => updatedId ?? []);
	for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
		const rewritten = await imports.listRewritten(ids.slice(start, start + READ_AT_ONCE), since);
		const moved = rewritten.map((pair) => ({
			id: pair.after.id,
			values: listMoved(pair),
			text: compareTexts(pair),
		}));
		const named = moved.flatMap(({ values }) =>
			values.flatMap(({ before, after }) => listIds(before, after)),
		);
		const titles = named.length === 0 ? new Map<string, string>() : await imports.readTitles(named);
		for (const { id, values, text } of moved) changes.set(id, summarise(values, text, titles));
	}
	return steps.map(({ updatedId, ...step }) =>
		updatedId === undefined ? step : { ...step, changes: changes.get(updatedId) ?? [] },
	);
}

interface MovedValue {
	readonly field: string;
	readonly before: Json | undefined;
	readonly after: Json | undefined;
}

/** Frontmatter is compared key by key, and a key that became a field is said once, as the field. */
function listMoved({ before, after }: Rewritten): readonly MovedValue[] {
	const [was, is] = [spreadValues(before), spreadValues(after)];
	return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) =>
		isDeepStrictEqual(was[field] ?? null, is[field] ?? null)
			? []
			: [{ field, before: was[field], after: is[field] }],
	);
}

function spreadValues({ title, aliases, description, state_key, props, held_files }: Entity): JsonObject {
	const { frontmatter, source, ...fields } = props;
	const { path, fields: typed } = readObject(source);
	const inFields = readObject(typed);
	const others = Object.entries(readObject(frontmatter)).filter(([key]) => !(key in inFields));
	const files = Object.entries(held_files).map(([name, hash]) => `${name} (${hash.slice(0, 8)})`);
	const own = {
		title,
		"other names": [...aliases],
		description,
		state: state_key,
		files,
		path: path ?? null,
	};
	// Twice: first in the list, and not hidden by a key of the same name.
	return { ...own, ...Object.fromEntries(others), ...fields, ...own };
}

const readObject = (value: Json | undefined): JsonObject =>
	value !== null && typeof value === "object" && !Array.isArray(value) ? (value as JsonObject) : {};

/** What lies between the lines that both texts begin with and those that both end with. */
function compareTexts({ before, after }: Rewritten): PlannedChange | undefined {
	if (before.body === after.body) return undefined;
	const [was, is] = [before.body.split("\n"), after.body.split("\n")];
	const most = Math.min(was.length, is.length);
	let first = 0;
	while (first < most && was[first] === is[first]) first += 1;
	let last = 0;
	while (last < most - first && was.at(-1 - last) === is.at(-1 - last)) last += 1;
	const [left, made] = [was.length - first - last, is.length - first - last];
	return {
		field: "text",
		...clipBoth(left > 0 ? (was[first] ?? "") : "", made > 0 ? (is[first] ?? "") : ""),
		lines: { first: first + 1, before: left, after: made },
	};
}

/** From shortly before the place where they part: a paragraph is one line, and its beginning says nothing. */
function clipBoth(before: string, after: string): Pick<PlannedChange, "before" | "after"> {
	let same = 0;
	while (same < before.length && before[same] === after[same]) same += 1;
	const isLong = Math.max(before.length, after.length) > LONGEST_VALUE;
	const start = isLong ? Math.max(0, same - LEAD) : 0;
	const clip = (text: string): string => {
		const end = start + LONGEST_VALUE;
		return `${start > 0 ? "…" : ""}${text.slice(start, end)}${text.length > end ? "…" : ""}`;
	};
	return { before: before === "" ? "" : clip(before), after: after === "" ? "" : clip(after) };
}

const listIds = (...values: readonly (Json | undefined)[]): readonly string[] =>
	values.flat().filter((value): value is string => typeof value === "string" && isId(value));

function summarise(
	moved: readonly MovedValue[],
	text: PlannedChange | undefined,
	titles: ReadonlyMap<string, string>,
): readonly PlannedChange[] {
	const sayOne = (value: Json): string =>
		typeof value === "string" ? (titles.get(value) ?? value) : JSON.stringify(value);
	const say = (value: Json | undefined): string => {
		if (value === undefined || value === null) return "";
		return Array.isArray(value) ? value.map(sayOne).join(", ") : sayOne(value);
	};
	const changes = [
		...moved.map(({ field, before, after }) => ({ field, ...clipBoth(say(before), say(after)) })),
		...(text === undefined ? [] : [text]),
	];
	const more = changes.length - MOST_CHANGES;
	if (more <= 0) return changes;
	return [...changes.slice(0, MOST_CHANGES), { field: countOf(more, "more field"), before: "", after: "" }];
}
