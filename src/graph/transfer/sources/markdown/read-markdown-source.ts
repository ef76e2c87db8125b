import { basename, extname, posix } from "node:path";
import { hashContent } from "../../../model/hash-content.ts";
import type { JsonObject } from "../../../model/json.ts";
import { BUILT_IN_KINDS } from "../../../model/kinds/kind-registry.ts";
import { scanWikilinks } from "../../../model/scan-wikilinks.ts";
import type { SourceFile } from "../../files/source-file.ts";
import { type ImportItem, type LoadedItem, makeItem, type Survey } from "../../source/import-item.ts";
import { countOf, type Loss } from "../../source/import-report.ts";
import { FieldSurvey } from "../../source/infer-field.ts";
import { shareOneDay } from "../../source/share-one-day.ts";
import { describeUse, type MappedKey, type TableMapping } from "../../source/table-mapping.ts";
import { checkMapping } from "../../tables/column-use.ts";
import { nameTable } from "../../tables/name-field.ts";
import { attachFiles, FileShelf, type FoundFile } from "../attach-files.ts";
import { type LogseqGraph, readGraph } from "../logseq/read-graph.ts";
import { placeOf, type SurveyOptions } from "../survey-options.ts";
import { applyMapping, type TypedNote, type TypedNotes, UNTYPED } from "./apply-mapping.ts";
import { makeFindNote } from "./find-note.ts";
import { type LinkingNote, linkNotes } from "./link-notes.ts";
import { linkPages } from "./link-pages.ts";
import { isPath, namePaths } from "./name-paths.ts";
import { NotePlaces } from "./note-places.ts";
import { noteProps, type OpenedNote, openNote } from "./open-note.ts";
import { isFolderPage } from "./parse-note.ts";
import { findNumberKey, proposeMapping } from "./propose-mapping.ts";
import { collectKeys } from "./read-keys.ts";
import { scanFileLinks } from "./scan-file-links.ts";

const NOTES = new Set([".md", ".markdown", ".txt"]);
const READ_AT_ONCE = 16;
/** A vault of this size is held in memory between its survey and its writing. */
const KEPT_CHARACTERS = 64_000_000;
const FOLDER = "folder ";

interface SurveyedNote extends LinkingNote {
	readonly file: SourceFile;
	readonly hash: string;
	readonly files: readonly FoundFile[];
	readonly kept: OpenedNote | null;
	readonly frontmatter: JsonObject | null;
	readonly modifiedAt: string;
	/** Whether the text itself says when it was made. */
	readonly isDated: boolean;
	readonly tags: readonly string[];
}

/** Texts of other formats in the same folder, which link to notes and are linked to. */
export interface OtherTexts {
	/** What a run remembers is its own: another source of the same folder has other texts and relations. */
	readonly name: string;
	readonly takesNotes: boolean;
	takes(file: SourceFile): boolean;
	read(input: {
		readonly files: readonly SourceFile[];
		readonly shelf: FileShelf;
		readonly places: NotePlaces;
	}): Promise<Pick<Survey, "items" | "losses">>;
}

/** A folder of Markdown files, one note per file: an Obsidian vault, a Logseq graph or a plain folder. */
export async function readMarkdownSource(
	options: SurveyOptions,
	{ others, isLogseq = false }: { readonly others?: OtherTexts; readonly isLogseq?: boolean } = {},
): Promise<Survey> {
	const graph = await readGraph(options.files.files, isLogseq);
	const files = graph
		? { ...options.files, files: options.files.files.filter(({ path }) => !graph.isInternal(path)) }
		: options.files;
	const source = nameSource(options, others?.name);
	const isNote = (file: SourceFile): boolean =>
		others?.takesNotes !== false && NOTES.has(extname(file.path).toLowerCase());
	const otherFiles = files.files.filter((file) => others?.takes(file));
	const sidecars = findSidecars(files.files.filter(isNote), files.files);
	const beside = new Set(sidecars.values());
	const shelf = new FileShelf(
		files.files.filter((file) => !isNote(file) && !beside.has(file)),
		new Set(otherFiles),
	);
	const fields = new FieldSurvey();
	const places = new NotePlaces([...files.files.filter(isNote), ...otherFiles].map(({ path }) => path));
	const { notes, losses } = await readNotes(options, {
		graph,
		files: files.files.filter(isNote),
		sidecars,
		fields,
		shelf,
		places,
	});
	const other = await others?.read({ files: otherFiles, shelf, places });
	const { typed, mapping, keys } = await typeNotes({ notes, places, options, source });
	const called = notes.map((note) => ({
		...note,
		aliases: [...note.aliases, ...(typed.byPath.get(note.path)?.aliases ?? [])],
	}));
	const { aliases, contested } = namePaths(
		called.map(({ path, title, aliases: others, calls }) => ({
			path,
			names: [title, ...others],
			calls: calls.filter(isPath),
		})),
	);
	const named = called.map((note) => ({
		...note,
		aliases: [...note.aliases, ...(aliases.get(note.path) ?? [])],
	}));
	const hasFileTimes = !shareOneDay(notes.map(({ modifiedAt }) => modifiedAt));
	const linked = linkNotes(named, { places, skippedKeys: typed.linkingKeys });
	const pages = graph ? linkPages(named) : undefined;

	const items = inOrder(notes, contested).map(({ path, title, file, hash, kept, project, files: found }) => {
		const made = typed.byPath.get(path);
		const further = [...(made?.aliases ?? []), ...(aliases.get(path) ?? [])];
		const links = [...(made?.links ?? []), ...(linked.links.get(path) ?? []), ...(pages?.get(path) ?? [])];
		const item: ImportItem = {
			externalId: path,
			kind: made?.kind ?? "note",
			title,
			hash: mixHash(hash, further, made),
			...(project !== undefined && { project }),
			...(links.length > 0 && { links }),
			...(made && made.references.length > 0 && { references: made.references }),
			load: async () =>
				toLoadedItem(kept ?? (await openNote(file, { beside: sidecars.get(file), graph })), {
					options,
					further,
					made,
					hasFileTimes,
				}),
		};
		return attachFiles(item, found);
	});
	return {
		source,
		items: [...makeProjects(notes), ...typed.people, ...items, ...(other?.items ?? [])],
		kinds: typed.kinds,
		fields: fields.fields.map((field) => ({ kind: mapping?.kind ?? "note", ...field })),
		losses: [
			...[...files.losses, ...shelf.losses, ...losses, ...typed.losses, ...linked.losses],
			...(other?.losses ?? []),
		],
		remarks: hasFileTimes ? [] : remarkOnTimes(notes),
		...(mapping && { mapping }),
		...(keys && { keys }),
	};
}

const nameSource = ({ files }: SurveyOptions, name = "markdown"): string => `${name}:${files.root}`;
const BUILT_IN = new Set(BUILT_IN_KINDS.map(({ kind }) => kind));

function remarkOnTimes(notes: readonly SurveyedNote[]): readonly string[] {
	const undated = notes.filter(({ isDated }) => !isDated).length;
	if (undated === 0) return [];
	const texts = countOf(undated, "text without a date of its own", "texts without a date of their own");
	return [`The files got their times on one day, as a clone gives them; ${texts} count from this import.`];
}

/** What the frontmatter becomes: as somebody decided, else as it is certain by rule. */
async function typeNotes({
	notes,
	places,
	options,
	source,
}: {
	readonly notes: readonly SurveyedNote[];
	readonly places: NotePlaces;
	readonly options: SurveyOptions;
	readonly source: string;
}): Promise<{
	readonly typed: TypedNotes;
	readonly mapping?: TableMapping;
	readonly keys?: readonly MappedKey[];
}> {
	const { isPlain, earlier, kindNames, files } = options;
	const given = options.mapping ?? (await earlier?.findMapping(source));
	// Notes of an earlier import stay notes: only what somebody chose is applied to them.
	if (isPlain || (given === undefined && (await earlier?.isKnown(source)))) return { typed: UNTYPED };
	const values = collectKeys(notes);
	const chosen = given === undefined ? undefined : checkMapping(given);
	// Without one in the mapping, notes still call one another by number: a second run would lose those relations.
	const numberKey =
		Object.entries(chosen?.columns ?? {}).find(([, use]) => use.to === "id")?.[0] ??
		findNumberKey(notes, values);
	const numbers = new Map(
		(values.get(numberKey ?? "") ?? []).map(({ path, words }) => [
			path,
			words?.[0]?.replace(/^0+(?=\d)/, ""),
		]),
	);
	const find = makeFindNote(
		notes.map((note) => ({ ...note, number: numbers.get(note.path) })),
		places,
	);
	const proposal = proposeMapping({
		notes,
		keys: values,
		numberKey,
		find,
		folder: basename(files.root).replace(/^upload:|\.zip$/g, ""),
		nameKind: (name) => nameTable(name, BUILT_IN, kindNames),
	});
	if (proposal === undefined) return { typed: UNTYPED };
	const mapping = chosen ?? proposal.mapping;
	const typed = applyMapping({ mapping, notes, find });
	const left = chosen ? listNew(proposal.keys, mapping) : listLeft(proposal.keys, mapping);
	return { typed: { ...typed, losses: [...left, ...typed.losses] }, mapping, keys: proposal.keys };
}

/** Keys of which some values do not fit: nobody but the writer knows whether those are slips. */
const listLeft = (keys: readonly MappedKey[], { columns }: TableMapping): readonly Loss[] =>
	keys
		.filter(({ key, use }) => use.to !== "ignore" && columns[key]?.to === "ignore")
		.map(({ key, use, count, fitting }) => ({
			what: `the key ${key}`,
			where: `${count - fitting} of ${count} values do not fit: ${describeUse(use)}`,
			why: "It stays a plain field. Say what becomes of it in a mapping, in the app or with --map.",
		}));

/** Keys that the mapping does not know, since they came after it: nothing else would say that they are no fields. */
const listNew = (keys: readonly MappedKey[], { columns }: TableMapping): readonly Loss[] =>
	keys
		.filter(({ key, use }) => use.to !== "ignore" && !Object.hasOwn(columns, key))
		.map(({ key, use, count }) => ({
			what: `the new key ${key}`,
			where: `${countOf(count, "value")}: ${describeUse(use)}`,
			why: "It stays a plain field. Say what becomes of it in a mapping, in the app or with --map.",
		}));

function makeProjects(notes: readonly SurveyedNote[]): ImportItem[] {
	const names = [...new Set(notes.flatMap((note) => note.project ?? []))].sort();
	return names.map((externalId) =>
		makeItem({ externalId, entity: { kind: "project", title: externalId.slice(FOLDER.length) } }),
	);
}

/** They come first: a link to a name whose second holder is still to come would go to the first instead of asking. */
function inOrder<Item extends { readonly path: string }>(
	notes: readonly Item[],
	contested: ReadonlySet<string>,
): Item[] {
	const isContested = ({ path }: Item): boolean => contested.has(path);
	return [...notes.filter(isContested), ...notes.filter((item) => !isContested(item))];
}

/** What follows the content in a hash moves when the text is to be written again, though its file has not changed. */
function mixHash(hash: string, aliases: readonly string[], made: TypedNote | undefined): string {
	if (aliases.length === 0 && made === undefined) return hash;
	const typed = made ? JSON.stringify([made.kind, made.state, made.props, made.fields]) : "";
	return `${hash}+${hashContent(aliases.join("\n") + typed).slice(0, 16)}`;
}

/** Reads every file once. Beyond a bound only names and hashes are kept, and the file is read again at its turn. */
async function readNotes(
	{ onProgress, signal, foldersAsProjects = false }: SurveyOptions,
	input: {
		readonly graph: LogseqGraph | undefined;
		readonly files: readonly SourceFile[];
		readonly sidecars: ReadonlyMap<SourceFile, SourceFile>;
		readonly fields: FieldSurvey;
		readonly shelf: FileShelf;
		readonly places: NotePlaces;
	},
): Promise<{ readonly notes: readonly SurveyedNote[]; readonly losses: readonly Loss[] }> {
	const { graph, files, sidecars, fields, shelf, places } = input;
	const notes: SurveyedNote[] = [];
	const losses: Loss[] = [];
	let room = KEPT_CHARACTERS;
	for (let start = 0; start < files.length; start += READ_AT_ONCE) {
		signal?.throwIfAborted();
		onProgress?.({ stage: "reading", done: start, total: files.length });
		const batch = files.slice(start, start + READ_AT_ONCE);
		const opened = await Promise.all(
			batch.map((file) => openNote(file, { beside: sidecars.get(file), graph })),
		);
		for (const [index, found] of opened.entries()) {
			const file = batch[index];
			for (const loss of found.losses) losses.push(loss);
			if (found.note === null || file === undefined) continue;
			const { path, note, hash, modifiedAt } = found;
			const links = scanWikilinks(note.body);
			fields.add(note.frontmatter ?? {});
			room -= note.body.length;
			const folder = path.split("/", 2);
			notes.push({
				path,
				file,
				title: note.title,
				aliases: note.aliases,
				tags: note.tags,
				hash,
				files: await shelf.findIn(
					path,
					`${note.frontmatterSource}\n${note.body}`,
					links,
					(to) => places.find(path, to) !== undefined,
				),
				kept: room > 0 ? found : null,
				frontmatter: note.stated,
				modifiedAt,
				isDated: (note.createdAt ?? note.updatedAt) !== null,
				calls: links.map((link) => link.target),
				links: scanFileLinks(note),
				project: foldersAsProjects && folder.length > 1 ? FOLDER + folder[0] : undefined,
			});
		}
	}
	onProgress?.({ stage: "reading", done: files.length, total: files.length });
	return { notes, losses };
}

function toLoadedItem(
	opened: OpenedNote,
	{
		options,
		further,
		made,
		hasFileTimes,
	}: {
		readonly options: SurveyOptions;
		readonly further: readonly string[];
		readonly made: TypedNote | undefined;
		readonly hasFileTimes: boolean;
	},
): LoadedItem | { readonly loss: Loss } {
	const { path } = opened;
	if (opened.note === null)
		return { loss: opened.losses[0] ?? { what: "a file", where: path, why: "It is gone." } };
	const { note, hash } = opened;
	const modifiedAt = hasFileTimes ? opened.modifiedAt : undefined;
	const createdAt = note.createdAt ?? note.updatedAt ?? modifiedAt;
	const dates = [createdAt, note.updatedAt ?? modifiedAt].filter((date) => date !== undefined).sort();
	return {
		hash: mixHash(hash, further, made),
		entity: {
			kind: made?.kind ?? "note",
			title: note.title,
			aliases: [...note.aliases, ...further],
			body: note.body,
			...(made?.state !== undefined && { state_key: made.state }),
			props: {
				...made?.props,
				...noteProps(note),
				source: { path, ...(made && Object.keys(made.fields).length > 0 && { fields: made.fields }) },
			},
			// Neither, where nothing says when: then it is the moment of the import.
			...(createdAt !== undefined && { created_at: createdAt, updated_at: dates.at(-1) ?? createdAt }),
			...placeOf(options),
		},
	};
}

const FIELDS = /\.ya?ml$/i;

const stemOf = (path: string): string => path.slice(0, path.length - posix.extname(path).length);

/** The fields of a note: `plan.yaml` next to `plan.md`, and the only YAML file next to a README or index file. */
function findSidecars(
	notes: readonly SourceFile[],
	files: readonly SourceFile[],
): ReadonlyMap<SourceFile, SourceFile> {
	const byStem = new Map<string, SourceFile>();
	const byFolder = new Map<string, SourceFile | null>();
	for (const file of files) {
		if (!FIELDS.test(file.path)) continue;
		const folder = posix.dirname(file.path);
		byStem.set(stemOf(file.path), file);
		byFolder.set(folder, byFolder.has(folder) ? null : file);
	}
	const found = new Map<SourceFile, SourceFile>();
	for (const note of notes) {
		const stem = stemOf(note.path);
		const ofFolder = isFolderPage(posix.basename(stem)) ? byFolder.get(posix.dirname(note.path)) : undefined;
		const sidecar = byStem.get(stem) ?? ofFolder;
		if (sidecar) found.set(note, sidecar);
	}
	return found;
}
