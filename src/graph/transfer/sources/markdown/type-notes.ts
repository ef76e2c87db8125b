import { basename } from "node:path";
import { BUILT_IN_KINDS } from "../../../model/kinds/kind-registry.ts";
import { countOf, type Loss } from "../../source/import-report.ts";
import {
	type ColumnUse,
	describeUse,
	type MappedKey,
	type TableMapping,
} from "../../source/table-mapping.ts";
import { checkMapping } from "../../tables/column-use.ts";
import { nameTable } from "../../tables/name-field.ts";
import type { SurveyOptions } from "../survey-options.ts";
import { applyMapping, type TypedNotes, UNTYPED } from "./apply-mapping.ts";
import { makeFindNote } from "./find-note.ts";
import { groupByKeys, groupByMapping, type NoteGroup } from "./group-notes.ts";
import type { NotePlaces } from "./note-places.ts";
import { type DescribedNote, findNumberKey, type Proposal, proposeMapping } from "./propose-mapping.ts";
import { collectKeys, type KeyValue } from "./read-keys.ts";

const BUILT_IN = new Set(BUILT_IN_KINDS.map(({ kind }) => kind));

interface ReadGroup extends NoteGroup<DescribedNote> {
	readonly keys: ReadonlyMap<string, readonly KeyValue[]>;
	readonly numberKey: string | undefined;
}

/** What the frontmatter becomes: as somebody decided, else as it is certain by rule. */
export async function typeNotes({
	notes,
	places,
	options,
	source,
}: {
	readonly notes: readonly DescribedNote[];
	readonly places: NotePlaces;
	readonly options: SurveyOptions;
	readonly source: string;
}): Promise<{
	readonly typed: TypedNotes;
	readonly mapping?: TableMapping;
	readonly keys?: readonly MappedKey[];
}> {
	const { isPlain, earlier, files } = options;
	const given = options.mapping ?? (await earlier?.findMapping(source));
	// Notes of an earlier import stay notes: only what somebody chose is applied to them.
	if (isPlain || (given === undefined && (await earlier?.isKnown(source)))) return { typed: UNTYPED };
	const chosen = given === undefined ? undefined : checkMapping(given);
	const groups = (chosen ? groupByMapping(notes, chosen) : groupByKeys(notes)).map((group) => {
		const keys = collectKeys(group.notes);
		const decided = chosen && (chosen.folders?.[group.folder] ?? chosen);
		// Without one in the mapping, notes still call one another by number: a second run would lose those relations.
		const numberKey = (decided && idKeyOf(decided)) ?? findNumberKey(group.notes, keys);
		return { ...group, keys, numberKey };
	});
	const numbers = new Map(groups.flatMap(listNumbers));
	const find = makeFindNote(
		notes.map((note) => ({ ...note, number: numbers.get(note.path) })),
		places,
	);
	// Folders of one name, such as the meetings of two projects, hold texts of one kind.
	const nameKind = (name: string) =>
		nameTable(BUILT_IN.has(name.toLowerCase()) ? `${name} text` : name, BUILT_IN, options.kindNames);
	const root = basename(files.root).replace(/^upload:|\.zip$/g, "");
	const proposals = groups.flatMap((group): (Proposal & { readonly folder: string })[] => {
		const proposal = proposeMapping({
			...group,
			find,
			folder: group.folder === "" ? root : basename(group.folder),
			nameKind,
		});
		return proposal === undefined ? [] : [{ ...proposal, folder: group.folder }];
	});
	if (proposals.length === 0) return { typed: UNTYPED };
	const mapping = chosen ?? joinMappings(proposals);
	const keys = proposals.flatMap(({ folder, keys: mapped }) =>
		mapped.map((key) => (folder === "" ? key : { ...key, folder })),
	);
	const typed = applyMapping({ mapping, groups, find });
	const left = chosen ? listNew(keys, mapping) : listLeft(keys, mapping);
	return { typed: { ...typed, losses: [...left, ...typed.losses] }, mapping, keys };
}

const idKeyOf = ({ columns }: TableMapping): string | undefined =>
	Object.entries(columns).find(([, use]) => use.to === "id")?.[0];

const listNumbers = ({ keys, numberKey = "" }: ReadGroup): [path: string, number: string | undefined][] =>
	(keys.get(numberKey) ?? []).map(({ path, words }) => [path, words?.[0]?.replace(/^0+(?=\d)/, "")]);

/** One mapping for the whole folder, in which folders with keys of their own have theirs. */
function joinMappings(proposals: readonly (Proposal & { readonly folder: string })[]): TableMapping {
	const rest = proposals.find(({ folder }) => folder === "")?.mapping ?? { kind: "note", columns: {} };
	const own = proposals.filter(({ folder }) => folder !== "");
	if (own.length === 0) return rest;
	return { ...rest, folders: Object.fromEntries(own.map(({ folder, mapping }) => [folder, mapping])) };
}

/** What a mapping does with a key in its folder; nothing where it does not know the key. */
const chosenUse = ({ key, folder }: MappedKey, mapping: TableMapping): ColumnUse | undefined => {
	const { columns } = (folder !== undefined && mapping.folders?.[folder]) || mapping;
	return Object.hasOwn(columns, key) ? columns[key] : undefined;
};

const placeOf = ({ folder }: MappedKey): string => (folder === undefined ? "" : ` in ${folder}`);

/** Keys that the mapping does not know, since they came after it: nothing else would say that they are no fields. */
const listNew = (keys: readonly MappedKey[], mapping: TableMapping): readonly Loss[] =>
	keys
		.filter((key) => key.use.to !== "ignore" && chosenUse(key, mapping) === undefined)
		.map((key) => ({
			what: `the new key ${key.key}${placeOf(key)}`,
			where: `${countOf(key.count, "value")}: ${describeUse(key.use)}`,
			why: "It stays a plain field. Say what becomes of it in a mapping, in the app or with --map.",
		}));

/** Keys of which some values do not fit: nobody but the writer knows whether those are slips. */
const listLeft = (keys: readonly MappedKey[], mapping: TableMapping): readonly Loss[] =>
	keys
		.filter((key) => key.use.to !== "ignore" && chosenUse(key, mapping)?.to === "ignore")
		.map((named) => ({ ...named, place: placeOf(named) }))
		.map(({ key, use, count, fitting, place }) => ({
			what: `the key ${key}${place}`,
			where: `${count - fitting} of ${count} values do not fit: ${describeUse(use)}`,
			why: "It stays a plain field. Say what becomes of it in a mapping, in the app or with --map.",
		}));
