import { LONGEST_TITLE } from "../../../contract/limits.ts";
import { type Entity, type EntityHeader, isShaped } from "../../model/entity.ts";
import { readEntityText, type TextSource } from "../../model/entity-text.ts";
import type { EncodedName } from "../connect/title-index.ts";
import type { Vocabulary } from "../connect/vocabulary.ts";
import { fingerprintWords } from "../score/passage-postings.ts";
import { type EncodedWords, joinWords } from "../words/encode-words.ts";

/** A passage by the terms it is found under, and the hash of its own words. */
interface ReadPassage {
	readonly terms: Int32Array;
	readonly fingerprint: number;
}

export interface ReadEntity {
	readonly record: EntityHeader;
	readonly names: readonly EncodedName[];
	/** All its names, and all its words in their order, names first. */
	readonly title: EncodedWords;
	readonly text: EncodedWords;
	readonly passages: readonly ReadPassage[];
	readonly setAside: boolean;
}

const NO_WORDS: EncodedWords = new Int32Array();
/** How addresses begin. As words, "https" would make every page of links answer a question about HTTP. */
const ADDRESS_START = /\bhttps?:\/\/(?:www\.)?/gi;
/** The title of an entity whose own title cannot be read. */
const NO_TITLE = "Unreadable";

/** Throws for a row that no writer of ours can have made: somebody wrote to the database, or it was damaged. */
function checkRow(entity: Entity): Entity {
	if (isShaped(entity)) return entity;
	throw new TypeError(`The row of entity ${entity.id} is damaged.`);
}

/** The row without what may be unreadable. */
const emptyRow = (entity: Entity): Entity => ({
	...entity,
	title: typeof entity.title === "string" ? entity.title.slice(0, LONGEST_TITLE) : NO_TITLE,
	aliases: [],
	props: {},
	body: "",
	description: "",
});

/**
 * The words of an entity, passage by passage, with a pause after each. One whose row or texts cannot be read is set aside:
 * it is there, without words, and can be opened, changed and thrown away. Without that, one text would take the whole
 * workspace down, at every start.
 */
export function* readEntityWords(vocabulary: Vocabulary, entity: Entity): Generator<void, ReadEntity> {
	try {
		return { ...(yield* encodeEntity(vocabulary, checkRow(entity))), setAside: false };
	} catch {
		return { ...(yield* encodeEntity(vocabulary, emptyRow(entity), { named: false })), setAside: true };
	}
}

function* encodeEntity(
	vocabulary: Vocabulary,
	{ body, description, ...record }: Entity,
	{ named = true } = {},
): Generator<void, Omit<ReadEntity, "setAside">> {
	const isThere = record.deleted_at === null;
	const names = (isThere && named ? [record.title, ...record.aliases] : []).map((name) => ({
		name,
		words: vocabulary.encode(name),
	}));
	const title = joinWords(names.map(({ words }) => words));
	const source = { ...record, body, description };
	const read = isThere ? yield* encodePassages(vocabulary, source, names) : { text: NO_WORDS, passages: [] };
	return { record, names, title, ...read };
}

/** Each with its title and headings: alone it often does not say what it is about. Names and state count once, with the first. */
function* encodePassages(
	vocabulary: Vocabulary,
	source: TextSource,
	names: readonly EncodedName[],
): Generator<void, Pick<ReadEntity, "text" | "passages">> {
	const { text, passages } = readEntityText(source);
	const allNames = joinWords(names.map(({ words }) => words));
	const title = names[0]?.words ?? NO_WORDS;
	const state = vocabulary.encode(source.state_key ?? "");
	const written = [allNames];
	const read: ReadPassage[] = [];
	let path: readonly string[] = [];
	let above = NO_WORDS;
	for (const [index, { start, end, headings, lead }] of passages.entries()) {
		if (headings !== path) {
			path = headings;
			// A full stop between them, or the end of one and the beginning of the next would read as one name.
			above = vocabulary.encode(headings.join(".\n"));
			written.push(above);
		}
		const words = vocabulary.encode(text.slice(start, end).replace(ADDRESS_START, " "));
		const led = lead === undefined ? NO_WORDS : vocabulary.encode(text.slice(lead.start, lead.end));
		const named = index === 0 ? [allNames, state] : [title];
		written.push(words);
		const terms = vocabulary.analyse(joinWords([...named, above, led, words]));
		read.push({ terms: terms.slice(), fingerprint: fingerprintWords(words) });
		yield;
	}
	return { text: joinWords(written), passages: read };
}
