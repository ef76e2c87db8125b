import type { JsonObject } from "../../../model/json.ts";
import { canonicaliseRelation, RELATIONS } from "../../../model/relations.ts";
import { readMoment } from "../../source/read-moment.ts";
import type { ColumnUse, MappedKey, TableMapping } from "../../source/table-mapping.ts";
import { nameField } from "../../tables/name-field.ts";
import type { FindNote } from "./find-note.ts";
import { findIdentifier, isHouseKey } from "./parse-note.ts";
import { type KeyValue, stripQuotes } from "./read-keys.ts";
import { isPeopleKey, readPerson } from "./read-people.ts";

export interface DescribedNote {
	readonly path: string;
	readonly title: string;
	readonly aliases: readonly string[];
	readonly frontmatter: JsonObject | null;
}

export interface Proposal {
	readonly mapping: TableMapping;
	readonly keys: readonly MappedKey[];
}

export const PLAIN_KIND = "note";

/** Fewer texts, or fewer keys that most of them have, are no kind of their own. */
export const LEAST_TEXTS = 3;
export const LEAST_SHARED_KEYS = 3;
/** Notes that share nothing but links to each other are no kind. */
const LEAST_PLAIN_KEYS = 2;
export const SHARED = 0.5;
/** A kind has at most so many fields: those that the most texts have. */
const MOST_KEYS = 100;
const LEAST_VALUES = 2;
/** A choice has at most so many options, each said so often. */
const MOST_OPTIONS = 12;
const MOST_STATES = 20;
const REPEATED = 3;
const LONGEST_OPTION = 40;
const LONGEST_TEXT = 1_000;
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

const NUMBER = /^-?\d{1,15}(?:\.\d{1,12})?$/;
const POSITIVE = /^\d{1,9}$/;
const ADDRESS_KEY = /^(?:e-?mail|mail)(?:[_ -]address)?$/i;
const ADDRESS = /^[^\s@]{1,100}@[^\s@]{1,200}$/;
/** `rfc` and `eip` are spelt in capitals, `book` is not. */
const LONGEST_SHORTHAND = 3;
const STATE_KEY = /^(?:status|state)$/i;
/** Keys of which a bare number is the number of another text. */
const RELATION_KEY =
	/^(?:requires?|depends|dependenc(?:y|ies)|needs|blocks|blocked|replaces?|replaced|supersedes?|superseded|obsoletes?|obsoleted|updates?|updated|extends?|implements?|see|related|relates|parents?|children|duplicates?|follows?|precedes?)(?:[_ -](?:on|by|to|also|of))?$/i;
/** A path, an address or a name with a number, such as "KEP-17": a text may be called so even where it is not here. */
const IS_CALL =
	/^\.{0,2}\/?[\w.%-]+\/[\w./%#-]+$|^https?:\/\/\S+$|\.(?:md|markdown)$|^\p{L}[\p{L} ]{0,19}[- #]\d{1,9}$/u;
/** Names of columns and relations of everything. A field of that name would hide one of them. */
const RESERVED = [
	"id",
	"name",
	"title",
	"type",
	"kind",
	"state",
	"body",
	"description",
	"tags",
	"frontmatter",
];
const USUAL_RELATIONS: Readonly<Record<string, string>> = {
	...{ see_also: "relates_to", related: "relates_to", related_to: "relates_to", relates: "relates_to" },
	...{ require: "requires", depends: "depends_on", dependencies: "depends_on", dependency: "depends_on" },
	...{ needs: "depends_on", parent: "part_of", children: "contains" },
};
const KNOWN_RELATIONS = new Set(RELATIONS.map(({ rel }) => rel));

const fold = (key: string): string => nameField(key, new Set());

/** The relation that a key names: one that ships where it fits, otherwise one of the key's own name. */
function nameRelation(key: string): string {
	const name = fold(key);
	const usual = USUAL_RELATIONS[name] ?? name;
	return KNOWN_RELATIONS.has(canonicaliseRelation(usual).rel) ? usual : name;
}

const ONE_LINK = /^(?:\[\[[^[\]]{1,500}\]\]|\[[^[\]]{1,500}\]\([^()\s]{1,500}\))$/;

/** Between commas. The words of a `[[link]]` or a `[link](path)` may have commas of their own. */
const PARTS = /(?:\[\[[^[\]\n]{1,500}\]\]|\[[^[\]\n]{1,500}\]\([^()\s]{1,500}\)|[^,])+/g;

/** The words of a list, one by one, also where somebody wrote them with commas in one text. */
export const splitWords = (words: readonly string[]): readonly string[] =>
	words
		.flatMap((word) => (word.includes(",") ? (word.match(PARTS) ?? []) : [word]))
		.flatMap((word) => stripQuotes(word.trim()) || []);

/** The key that holds the number by which texts of this folder call one another, such as `eip` or `kep-number`. */
export function findNumberKey(
	notes: readonly DescribedNote[],
	keys: ReadonlyMap<string, readonly KeyValue[]>,
): string | undefined {
	const byPath = new Map(notes.map((note) => [note.path, note]));
	for (const [key, values] of keys) {
		const numbers = values.flatMap(({ words }) => words ?? []);
		if (values.length < LEAST_TEXTS || numbers.length !== values.length) continue;
		if (!numbers.every((number) => POSITIVE.test(number)) || new Set(numbers).size < numbers.length) continue;
		const said = values.filter(({ path, words }) => {
			const { title = "" } = byPath.get(path) ?? {};
			return new RegExp(`(?<!\\d)0*${words?.[0]}(?!\\d)`).test(`${path.slice(-200)} ${title}`);
		});
		if (said.length >= SHARED * values.length) return key;
	}
	return undefined;
}

/** Words of a key that say no more than that it is a number. */
const COUNTING = /[_ -]?(?:number|num|no|nr|id)$/i;

/** What such texts are called: by the key of their number, by the word before the number in their titles, or by their folder. */
function nameTexts(notes: readonly DescribedNote[], numberKey: string | undefined, folder: string): string {
	const fromKey = numberKey?.replace(COUNTING, "");
	const spell = (word: string): string => {
		if (/^\p{Lu}/u.test(word)) return word;
		return word.length <= LONGEST_SHORTHAND
			? word.toUpperCase()
			: word.slice(0, 1).toUpperCase() + word.slice(1);
	};
	if (fromKey) return spell(fromKey);
	const words = new Map<string, number>();
	for (const { title, aliases } of notes) {
		const named = [title, ...aliases].flatMap((name) => findIdentifier(`${name}: `) ?? [])[0];
		const word = named && /^\p{L}+/u.exec(named)?.[0];
		if (word) words.set(word, (words.get(word) ?? 0) + 1);
	}
	const [best] = [...words].sort(([, a], [, b]) => b - a);
	if (best && best[1] >= SHARED * notes.length) return spell(best[0]);
	const single = folder
		.replace(/^people$/i, "Person")
		.replace(/ies$/i, "y")
		.replace(/(?<=[^s])s$/i, "");
	return /^(?:docs?|files?|notes?|pages?|content|src|text|wiki|vault|data|main)?$/i.test(single)
		? "Paper"
		: spell(single);
}

interface Judged {
	readonly use: ColumnUse;
	readonly fitting: number;
}

type Judge = (values: readonly KeyValue[], key: string) => Judged | undefined;

/** A use is suggested where half of the values fit it. */
const suggest = (
	use: ColumnUse,
	values: readonly KeyValue[],
	fits: (words: readonly string[], value: KeyValue) => boolean,
): Judged | undefined => {
	const fitting = values.filter((value) => value.words !== null && fits(value.words, value)).length;
	return fitting > 0 && fitting >= SHARED * values.length ? { use, fitting } : undefined;
};

const isSingle = ({ words, isList }: KeyValue): boolean => !isList && (words?.length ?? 0) <= 1;

function makeRelationJudge(find: FindNote): Judge {
	return (values, key) => {
		const isNamedSo = RELATION_KEY.test(key);
		const names = (path: string, word: string): boolean => {
			const to = find(path, word);
			return to !== undefined && to !== path && (isNamedSo || !POSITIVE.test(word));
		};
		const found = values.some(({ path, words }) => splitWords(words ?? []).some((word) => names(path, word)));
		if (!found) return undefined;
		const isCall = (word: string): boolean =>
			ONE_LINK.test(word) || IS_CALL.test(word.slice(0, LONGEST_TEXT)) || (isNamedSo && POSITIVE.test(word));
		return suggest({ to: "relation", rel: nameRelation(key) }, values, (words, { path }) =>
			splitWords(words).every((word) => isCall(word) || names(path, word)),
		);
	};
}

const judgeDates: Judge = (values, key) =>
	suggest(
		{ to: "field", name: key, type: "date" },
		values,
		([word = ""], value) => isSingle(value) && readMoment(word) !== undefined,
	);

/** The address of the one whom a text is about. Under any other key an address names somebody. */
const judgeAddresses: Judge = (values, key) =>
	ADDRESS_KEY.test(key)
		? suggest(
				{ to: "field", name: key, type: "email" },
				values,
				([word = ""], value) => isSingle(value) && ADDRESS.test(word),
			)
		: undefined;

const judgePeople: Judge = (values, key) => {
	const takesNames = isPeopleKey(key);
	const judged = suggest({ to: "people", name: key }, values, (words) =>
		splitWords(words).every((word) => readPerson(word, takesNames) !== undefined),
	);
	return takesNames || judged?.fitting === values.length ? judged : undefined;
};

const judgeNumbers: Judge = (values, key) =>
	suggest(
		{ to: "field", name: key, type: "number" },
		values,
		([word = ""], value) => isSingle(value) && NUMBER.test(word) && String(Number(word)) === word,
	);

const judgeChoices: Judge = (values, key) => {
	const options = [...new Set(values.filter(isSingle).flatMap(({ words }) => words ?? []))].sort();
	const isState = STATE_KEY.test(key);
	const isChoice =
		options.length > 0 &&
		options.length <= (isState ? MOST_STATES : MOST_OPTIONS) &&
		values.length >= (isState ? 1 : REPEATED) * options.length &&
		options.every((option) => option.length <= LONGEST_OPTION);
	if (!isChoice) return undefined;
	const use: ColumnUse = isState ? { to: "state" } : { to: "field", name: key, type: "select", options };
	return suggest(use, values, (_, value) => isSingle(value));
};

const judgeTexts: Judge = (values, key) => {
	const isList = values.some((value) => value.isList);
	return suggest({ to: "field", name: key, type: isList ? "text_list" : "text" }, values, (words) =>
		words.every((word) => word.length <= LONGEST_TEXT),
	);
};

const clip = (word: string): string =>
	word.length <= LONGEST_EXAMPLE ? word : `${word.slice(0, LONGEST_EXAMPLE)}…`;

const giveExamples = (values: readonly KeyValue[]): readonly string[] =>
	[...new Set(values.map(({ words }) => (words === null ? "(a structure)" : clip(words.join(", ")))))].slice(
		0,
		EXAMPLES,
	);

/** A name for the field of a key that is not that of a column of everything. */
function nameFieldOf(key: string, kind: string, taken: Set<string>): string {
	const name = fold(key);
	const free = taken.has(name) ? nameField(`${kind} ${key}`, taken) : name;
	taken.add(free);
	return free;
}

/**
 * Reads the frontmatter of all texts of a folder, and proposes what becomes of its keys: relations, people, dates,
 * states, choices and fields of a kind of the folder's own, where most of its texts have the same keys. Otherwise they
 * stay notes, of which only relations are read.
 */
export function proposeMapping(input: {
	readonly notes: readonly DescribedNote[];
	readonly keys: ReadonlyMap<string, readonly KeyValue[]>;
	/** The key that holds the number of a text. */
	readonly numberKey: string | undefined;
	readonly find: FindNote;
	/** The name of the folder, for the kind. */
	readonly folder: string;
	/** Turns a name into that of a kind that may be made. */
	readonly nameKind: (name: string) => { readonly kind: string; readonly label: string };
}): Proposal | undefined {
	const { notes, numberKey, find, folder } = input;
	const keys = [...input.keys]
		.filter(([key]) => !isHouseKey(key))
		.sort(([, a], [, b]) => b.length - a.length)
		.slice(0, MOST_KEYS);
	const described = new Set(keys.flatMap(([, values]) => values.map(({ path }) => path)));
	if (keys.length === 0) return undefined;
	const judgeRelation = makeRelationJudge(find);
	const shared = keys.filter(([, values]) => values.length >= SHARED * described.size);
	const plain = shared.filter(([key, values]) => judgeRelation(values, key) === undefined);
	const isKind =
		described.size >= LEAST_TEXTS && shared.length >= LEAST_SHARED_KEYS && plain.length >= LEAST_PLAIN_KEYS;
	const texts = notes.filter(({ path }) => described.has(path));
	const { kind, label } = isKind
		? input.nameKind(nameTexts(texts, numberKey, folder))
		: { kind: PLAIN_KIND, label: undefined };
	const judges: readonly Judge[] = isKind
		? [judgeRelation, judgeDates, judgeAddresses, judgePeople, judgeNumbers, judgeChoices, judgeTexts]
		: [judgeRelation];
	const taken = new Set(RESERVED);
	let hasState = false;
	const mapped = keys.map(([key, values]): MappedKey => {
		const told = { key, count: values.length, examples: giveExamples(values) };
		if (key === numberKey && isKind) return { ...told, use: { to: "id" }, fitting: values.length };
		for (const judge of judges) {
			const judged = judge(values, key);
			if (judged === undefined || (judged.use.to === "state" && hasState)) continue;
			if (judged.use.to !== "relation" && values.length < LEAST_VALUES) continue;
			hasState ||= judged.use.to === "state";
			const { use } = judged;
			const named = use.to === "field" || use.to === "people" ? nameFieldOf(key, kind, taken) : undefined;
			return {
				...told,
				use: named === undefined ? use : ({ ...use, name: named } as ColumnUse),
				fitting: judged.fitting,
			};
		}
		return { ...told, use: { to: "ignore" }, fitting: values.length };
	});
	const columns = Object.fromEntries(
		mapped.map(({ key, use, fitting, count }): [string, ColumnUse] => [
			key,
			fitting === count ? use : { to: "ignore" },
		]),
	);
	return { mapping: { kind, ...(label !== undefined && { label }), columns }, keys: mapped };
}
