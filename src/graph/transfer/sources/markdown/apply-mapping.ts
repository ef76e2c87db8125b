import type { Field } from "../../../model/field.ts";
import { addTo } from "../../../model/group-by.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { type OwnKindDefinition, STATE_FIELD } from "../../../model/own-kind.ts";
import type { ImportItem, ImportLink, ImportReference } from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import type { ColumnUse, TableMapping } from "../../source/table-mapping.ts";
import { namePlural } from "../../tables/name-field.ts";
import { PERSON_KIND, People } from "../people.ts";
import type { FindNote } from "./find-note.ts";
import type { NoteGroup } from "./group-notes.ts";
import { REFERENCES } from "./link-notes.ts";
import { type DescribedNote, PLAIN_KIND, splitWords } from "./propose-mapping.ts";
import { listKeys, readWords } from "./read-keys.ts";
import { readPerson } from "./read-people.ts";

/** What the frontmatter of one text becomes. */
export interface TypedNote {
	readonly kind: string;
	readonly state: string | undefined;
	readonly aliases: readonly string[];
	readonly props: JsonObject;
	/** The field of each key that one was made of: the text of both is said once. */
	readonly fields: Readonly<Record<string, string>>;
	readonly links: readonly ImportLink[];
	readonly references: readonly ImportReference[];
}

export interface TypedNotes {
	readonly byPath: ReadonlyMap<string, TypedNote>;
	/** By path: keys of which the links are relations, so that they are no plain references, too. */
	readonly linkingKeys: ReadonlyMap<string, ReadonlySet<string>>;
	readonly kinds: readonly OwnKindDefinition[];
	readonly people: readonly ImportItem[];
	readonly losses: readonly Loss[];
}

export const UNTYPED: TypedNotes = {
	...{ byPath: new Map(), linkingKeys: new Map(), kinds: [], people: [], losses: [] },
};

/** A text with fewer of the keys stays a note. */
const LEAST_KEYS = 2;
/** States after which nothing more is expected, in the usual words of proposals, standards and decisions. */
const CLOSED =
	/^(?:abandoned|accepted|archived|cancell?ed|closed|completed?|declined|deferred|deprecated|done|final|implemented|merged|moved|obsolete|published|rejected|released|replaced|resolved|retired|shipped|superseded|withdrawn)$/i;
const MOST_LIGHT = 4;
const TAGS: Field = { name: "tags", label: "Tags", type: "text_list" };
const FRONTMATTER: Field = { name: "frontmatter", label: "Frontmatter", type: "json" };

const isUsed = (use: ColumnUse | undefined): use is ColumnUse => use !== undefined && use.to !== "ignore";

function readField(use: Extract<ColumnUse, { to: "field" }>, words: readonly string[]): Json {
	if (words.length === 0) return null;
	if (use.type === "text_list") return words;
	const text = words.join(", ");
	if (use.type === "number") return Number.isFinite(Number(text)) ? Number(text) : text;
	return use.type === "date" ? text.replace(" ", "T") : text;
}

type Keys = readonly (readonly [key: string, value: Json])[];

interface Described {
	readonly note: DescribedNote;
	readonly keys: Keys;
	readonly isTyped: boolean;
}

function describeNotes({ kind, columns }: TableMapping, notes: readonly DescribedNote[]): Described[] {
	const least = Math.min(LEAST_KEYS, Object.values(columns).filter(isUsed).length);
	return notes.flatMap((note) => {
		const keys = listKeys(note.frontmatter ?? {}).filter(([key]) => isUsed(columns[key]));
		const isTyped = kind !== PLAIN_KIND && keys.length >= least;
		return keys.length > 0 ? [{ note, keys, isTyped }] : [];
	});
}

/** Makes fields, states, relations and people of the frontmatter, as the mapping says for each folder. */
export function applyMapping(input: {
	readonly mapping: TableMapping;
	readonly groups: readonly NoteGroup<DescribedNote>[];
	readonly find: FindNote;
}): TypedNotes {
	const { mapping, find } = input;
	const groups = input.groups.map(({ folder, notes }) => {
		const own = mapping.folders?.[folder] ?? mapping;
		return { own, described: describeNotes(own, notes) };
	});
	const typedPaths = new Set(
		groups.flatMap(({ described }) =>
			described.filter(({ isTyped }) => isTyped).map(({ note }) => note.path),
		),
	);
	const people = new People();
	const byPath = new Map<string, TypedNote>();
	const linkingKeys = new Map<string, ReadonlySet<string>>();
	const kinds = new Map<string, OwnKindDefinition>();
	const losses: Loss[] = [];
	for (const { own, described } of groups) {
		const uses = Object.entries(own.columns);
		const linking = new Set(uses.flatMap(([key, use]) => (use.to === "relation" ? [key] : [])));
		const reading = new FrontmatterReading({ mapping: own, find, typedPaths, people });
		for (const { note, keys, isTyped } of described) {
			const typed = reading.read(note, keys);
			byPath.set(note.path, isTyped ? typed : { ...typed, ...UNTYPED_NOTE });
			linkingKeys.set(note.path, linking);
		}
		if (described.some(({ isTyped }) => isTyped)) {
			const known = kinds.get(own.kind);
			kinds.set(own.kind, known ? joinKinds(known, reading.kind) : reading.kind);
		}
		for (const loss of reading.losses) losses.push(loss);
	}
	if (kinds.size > 0 && people.items.length > 0) {
		const own = kinds.get(PERSON_KIND.kind);
		kinds.set(PERSON_KIND.kind, own ? joinKinds(own, PERSON_KIND) : PERSON_KIND);
	}
	return { byPath, linkingKeys, kinds: [...kinds.values()], people: people.items, losses };
}

/** Somebody may want texts of two folders to be of one kind: it has the fields and options of both. */
function joinKinds(one: OwnKindDefinition, other: OwnKindDefinition): OwnKindDefinition {
	const fields = new Map(one.fields.map((field) => [field.name, field]));
	for (const field of other.fields) {
		const known = fields.get(field.name);
		const options =
			known?.type === "select" && field.type === "select"
				? { options: [...new Set([...known.options, ...field.options])].sort() }
				: {};
		fields.set(field.name, { ...(known ?? field), ...options } as Field);
	}
	const closed = [...new Set([...(one.closed_states ?? []), ...(other.closed_states ?? [])])];
	return { ...one, ...(closed.length > 0 && { closed_states: closed }), fields: [...fields.values()] };
}

/** A note has no states, fields or references of its own. */
const UNTYPED_NOTE = { kind: PLAIN_KIND, state: undefined, props: {}, fields: {}, references: [] } as const;

/** Reads one text after the other, and gathers what they name together: people, options, texts that are not here. */
class FrontmatterReading {
	readonly #mapping: TableMapping;
	readonly #find: FindNote;
	/** Texts that become entities of the kind. */
	readonly #typedPaths: ReadonlySet<string>;
	readonly #people: People;
	readonly #options: ReadonlyMap<string, Set<string>>;
	readonly #missing = new Map<string, string[]>();

	constructor(input: {
		readonly mapping: TableMapping;
		readonly find: FindNote;
		readonly typedPaths: ReadonlySet<string>;
		readonly people: People;
	}) {
		this.#people = input.people;
		this.#mapping = input.mapping;
		this.#find = input.find;
		this.#typedPaths = input.typedPaths;
		this.#options = new Map(listDeclared(input.mapping));
	}

	read({ path, title }: DescribedNote, keys: Keys): TypedNote {
		const { kind, columns } = this.#mapping;
		const props: Record<string, Json> = {};
		const fields: Record<string, string> = {};
		const links: ImportLink[] = [];
		const references: ImportReference[] = [];
		const aliases: string[] = [];
		let state: string | undefined;
		for (const [key, value] of keys) {
			const use = columns[key];
			const words = readWords(value).words ?? [];
			const [first] = words;
			if (use?.to === "state") {
				state = first;
				fields[key] = STATE_FIELD;
				this.#addOptions(STATE_FIELD, words.slice(0, 1));
			} else if (use?.to === "id" && first !== undefined) {
				const name = `${kind}-${first.replace(/^0+(?=\d)/, "")}`;
				if (!title.startsWith(name)) aliases.push(name);
			} else if (use?.to === "field") {
				props[use.name] = readField(use, words);
				fields[key] = use.name;
				this.#addOptions(use.name, words);
			} else if (use?.to === "people") {
				references.push({ field: use.name, to: this.#addPeople(words), list: true });
				fields[key] = use.name;
			} else if (use?.to === "relation") {
				for (const word of splitWords(words)) {
					const link = this.#link({ path, key, word, rel: use.rel });
					if (link) links.push(link);
				}
			}
		}
		return { kind, state, aliases, props, fields, links, references };
	}

	get kind(): OwnKindDefinition {
		return defineKind(this.#mapping, this.#options);
	}

	get losses(): readonly Loss[] {
		return [...this.#missing].flatMap(([key, places]) =>
			lossAt(places, `text named by ${key}`, "It is not in this folder.", `texts named by ${key}`),
		);
	}

	#addOptions(field: string, words: readonly string[]): void {
		for (const word of words) this.#options.get(field)?.add(word);
	}

	#addPeople(words: readonly string[]): readonly string[] {
		const named = splitWords(words).map((word) => readPerson(word, true) ?? { name: word });
		return [...new Set(named.map(({ name, ...details }) => this.#people.add(name, details)))];
	}

	/** Relations of other names join entities of own kinds; between notes the key is kept as words on the edge. */
	#link(input: {
		readonly path: string;
		readonly key: string;
		readonly word: string;
		readonly rel: string;
	}): ImportLink | undefined {
		const { path, key, word, rel } = input;
		const to = this.#find(path, word);
		if (to === undefined) addTo(this.#missing, key, `${word} in ${path}`);
		if (to === undefined || to === path) return undefined;
		const isTyped = this.#typedPaths.has(path) || this.#typedPaths.has(to);
		return isTyped ? { rel, to } : { rel: REFERENCES, to, text: key };
	}
}

function* listDeclared({ columns }: TableMapping): Generator<[string, Set<string>]> {
	for (const use of Object.values(columns)) {
		if (use.to === "state") yield [STATE_FIELD, new Set()];
		if (use.to === "field" && use.type === "select") yield [use.name, new Set(use.options)];
	}
}

/** The kind with a field for each key; its short form shows choices and days, since names of people and lists are long. */
function defineKind(
	{ kind, label = kind, columns }: TableMapping,
	options: ReadonlyMap<string, ReadonlySet<string>>,
): OwnKindDefinition {
	const optionsOf = (name: string): readonly string[] => [...(options.get(name) ?? [])].sort();
	const fields = Object.entries(columns).flatMap(([key, use]): Field[] => {
		if (use.to === "state")
			return [{ name: STATE_FIELD, label: key, type: "select", options: optionsOf(STATE_FIELD) }];
		if (use.to === "people")
			return [{ name: use.name, label: key, type: "entity_ref_list", kind: PERSON_KIND.kind }];
		if (use.to !== "field") return [];
		const { name, type } = use;
		if (type === "select") return [{ name, label: key, type, options: optionsOf(name) }];
		return type === "computed" || type === "entity_ref" || type === "entity_ref_list"
			? []
			: [{ name, label: key, type }];
	});
	const closed = optionsOf(STATE_FIELD).filter((state) => CLOSED.test(state));
	return {
		kind,
		label,
		...namePlural(kind),
		holds_text: true,
		...(closed.length > 0 && { closed_states: closed }),
		light_fields: fields
			.flatMap(({ name, type }) => (type === "select" || type === "date" ? [name] : []))
			.slice(0, MOST_LIGHT),
		fields: [...fields, TAGS, FRONTMATTER],
	};
}
