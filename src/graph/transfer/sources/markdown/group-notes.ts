import { groupBy } from "../../../model/group-by.ts";
import type { TableMapping } from "../../source/table-mapping.ts";
import { isHouseKey } from "./parse-note.ts";
import { type DescribedNote, LEAST_SHARED_KEYS, LEAST_TEXTS, SHARED } from "./propose-mapping.ts";
import { collectKeys } from "./read-keys.ts";

/** Texts whose frontmatter is read together: those in one folder that have keys of their own, or all the rest. */
export interface NoteGroup<Note> {
	/** Empty for the texts that belong to no folder with keys of its own. */
	readonly folder: string;
	readonly notes: readonly Note[];
}

interface Found<Note> extends NoteGroup<Note> {
	readonly shared: ReadonlySet<string>;
}

/** Folders that are nested deeper are read with those above them. */
const DEEPEST = 8;
/** Folders with this share of their keys in common hold the same sort of texts. */
const ALIKE = 0.5;

/** Returns the keys that most of the described texts have, where these are enough for a kind. */
function readShared(notes: readonly DescribedNote[]): ReadonlySet<string> | undefined {
	const keys = [...collectKeys(notes)].filter(([key]) => !isHouseKey(key));
	const described = new Set(keys.flatMap(([, values]) => values.map(({ path }) => path)));
	const shared = keys.filter(([, values]) => values.length >= SHARED * described.size).map(([key]) => key);
	return described.size >= LEAST_TEXTS && shared.length >= LEAST_SHARED_KEYS ? new Set(shared) : undefined;
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	const both = [...one].filter((key) => other.has(key)).length;
	return both >= ALIKE * (one.size + other.size - both);
}

/** The first folder below `folder` that a text is in; empty for one that is directly there. */
const childOf = (path: string, folder: string): string => {
	const slash = path.indexOf("/", folder === "" ? 0 : folder.length + 1);
	return slash < 0 ? "" : path.slice(0, slash);
};

function findGroups<Note extends DescribedNote>(
	notes: readonly Note[],
	folder: string,
	depth: number,
): readonly Found<Note>[] {
	const shared = readShared(notes);
	const whole = shared === undefined ? [] : [{ folder, notes, shared }];
	const children = groupBy(notes, ({ path }) => childOf(path, folder));
	if (depth === DEEPEST || children.size < 2) {
		const [only] = [...children];
		return only === undefined || only[0] === "" || depth === DEEPEST
			? whole
			: findGroups(notes, only[0], depth + 1);
	}
	const found = [...children].flatMap(([child, inside]): readonly Found<Note>[] => {
		if (child !== "") return findGroups(inside, child, depth + 1);
		const own = readShared(inside);
		return own === undefined ? [] : [{ folder, notes: inside, shared: own }];
	});
	if (shared === undefined) return found;
	// Folders of one sort of text are one kind, such as the topics of proposals; a single one keeps its own name.
	const alike = found.filter((group) => areAlike(group.shared, shared));
	if (found.length > 0 && alike.length < 2) return found;
	const others = found.filter((group) => !alike.includes(group));
	const elsewhere = new Set(others.flatMap((group) => group.notes));
	return [{ folder, notes: notes.filter((note) => !elsewhere.has(note)), shared }, ...others];
}

/** Splits the texts of a folder where its folders hold texts of different keys: books, people and meetings of a vault. */
export function groupByKeys<Note extends DescribedNote>(notes: readonly Note[]): readonly NoteGroup<Note>[] {
	const found = findGroups(notes, "", 0);
	// A vault in a folder of its own is no reason to give that folder a mapping.
	const groups = found.length === 1 ? found.map((group) => ({ ...group, folder: "" })) : found;
	const grouped = new Set(groups.filter(({ folder }) => folder !== "").flatMap((group) => group.notes));
	return [
		{ folder: "", notes: notes.filter((note) => !grouped.has(note)) },
		...groups.filter(({ folder }) => folder !== ""),
	];
}

/** Splits them as a mapping says. A text belongs to the folder that is nearest to it. */
export function groupByMapping<Note extends DescribedNote>(
	notes: readonly Note[],
	{ folders = {} }: TableMapping,
): readonly NoteGroup<Note>[] {
	const nearest = Object.keys(folders).sort((a, b) => b.length - a.length);
	const groups = groupBy(notes, ({ path }) => nearest.find((folder) => path.startsWith(`${folder}/`)) ?? "");
	return ["", ...Object.keys(folders)].map((folder) => ({ folder, notes: groups.get(folder) ?? [] }));
}
