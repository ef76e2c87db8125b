import { createHash } from "node:crypto";
import { groupBy } from "../graph/model/group-by.ts";
import { closingOf, type Part } from "./assemble/assemble-context.ts";
import type { LaidOutContext } from "./build-context.ts";
import { type FittedItem, type FormName, keyOf, type SectionType } from "./model/candidate.ts";
import { ALSO_FOUND, PERHAPS } from "./model/findings.ts";
import type { ContextPayload } from "./model/payload.ts";
import { renderTitle } from "./render/render-entity.ts";

/** The richest form of a text that a conversation has been shown, and which clippings of it. */
export interface ShownText {
	readonly version: number;
	readonly form: FormName;
	/** Hashes of clipped forms: two clippings of a long text may hold different passages. */
	readonly clippings: readonly string[];
}

export type Shown = ReadonlyMap<string, ShownText>;

interface ShownItem {
	readonly blockId: string;
	readonly version: number;
	readonly form: FormName;
	readonly content: string;
}

const RICHNESS: Readonly<Record<FormName, number>> = { title: 0, light: 1, clipped: 2, full: 3 };
const HASH_LENGTH = 12;
const MATCHES: SectionType = "semantic";

const hashText = (text: string): string =>
	createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

/** Returns the state of a text after this item has been shown, too. */
function addItem({ version, form, content }: ShownItem, before: ShownText | undefined): ShownText {
	const known = before?.version === version ? before : undefined;
	const clippings = [...(known?.clippings ?? []), ...(form === "clipped" ? [hashText(content)] : [])];
	const isRicher = known === undefined || RICHNESS[form] > RICHNESS[known.form];
	return { version, form: isRicher ? form : known.form, clippings };
}

function addShown(items: readonly ShownItem[], before: Shown): Shown {
	const shown = new Map(before);
	for (const item of items) shown.set(item.blockId, addItem(item, shown.get(item.blockId)));
	return shown;
}

export const listShownItems = ({ sections }: Pick<ContextPayload, "sections">): Shown =>
	addShown(
		sections.flatMap(({ items }) => items),
		new Map(),
	);

function isNews({ blockId, version, form, content }: ShownItem, shown: Shown): boolean {
	const known = shown.get(blockId);
	if (known === undefined || known.version !== version) return true;
	if (form === "clipped" && known.form === "clipped") return !known.clippings.includes(hashText(content));
	return RICHNESS[form] > RICHNESS[known.form];
}

const readItem = ({ candidate, chosen }: FittedItem): ShownItem => ({
	blockId: keyOf(candidate),
	version: candidate.subject.version,
	form: chosen.form,
	content: chosen.text,
});

const OPENING = "## Added Context\n\n";
const NOTHING_NEW = "_Nothing new was found for this question._\n\n";
const SHOWN_ABOVE = "Matches that were shown above:\n\n";
/** More of them would say no more about where to look. */
const MOST_SHOWN_ABOVE = 6;

/** The matches of a question whose texts the conversation has already, by name. */
const nameKnown = (known: readonly FittedItem[]): string =>
	known.length === 0
		? ""
		: `${SHOWN_ABOVE}${known
				.slice(0, MOST_SHOWN_ABOVE)
				.map(({ candidate }) => renderTitle(candidate.subject))
				.join("")}\n`;

/**
 * Prints the chosen pieces of one section: a heading where something of its own follows, the line that counts the rest
 * where something of its group comes before it.
 */
class SectionDelta {
	text = "";
	#waiting: readonly Part[] = [];
	/** The levels under whose latest heading something was printed. */
	#open: readonly number[] = [];

	addHeading(part: Part, level: number): void {
		this.#waiting = [...this.#waiting.filter(({ role }) => levelOf(role) < level), part];
		this.#open = this.#open.filter((each) => each < level);
	}

	addRest(text: string, level: number): void {
		if (this.#open.includes(level)) this.text += text;
	}

	add(text: string): void {
		this.text += this.#waiting.map((part) => part.text).join("") + text;
		this.#waiting = [];
		this.#open = LEVELS;
	}
}

const LEVELS = [0, 1, 2];
const levelOf = (role: Part["role"]): number => (role && "level" in role ? role.level : 0);

function writeSection(input: {
	readonly pieces: readonly Part[];
	readonly isFresh: (item: FittedItem) => boolean;
	/** Texts that answer the question and that the conversation has already. */
	readonly known: readonly FittedItem[];
	readonly bringsText: boolean;
}): string {
	const { pieces, isFresh, known, bringsText } = input;
	const delta = new SectionDelta();
	let names = nameKnown(known);
	for (const part of pieces) {
		const { role, item, text, alone = text } = part;
		// Behind the heading of the section and the set that is asked for, before further matches.
		if (names !== "" && (item !== undefined || (role?.is === "heading" && role.level > 0))) {
			delta.add(names);
			names = "";
		}
		if (role?.is === "answer") delta.add(text);
		// A text near the focus answers as much as a match: it must not be followed by "nothing here clearly answers".
		else if (role?.is === "heading")
			delta.addHeading(text === PERHAPS && bringsText ? { ...part, text: ALSO_FOUND } : part, role.level);
		else if (role?.is === "rest") delta.addRest(text, role.level);
		else if (item !== undefined && isFresh(item)) delta.add(alone);
	}
	return delta.text;
}

/**
 * Writes a later message of a conversation: the texts that were not shown yet or have changed since, and the question.
 * Earlier messages stay as they were, or the provider would have to read the whole prompt again. A requested set comes
 * whole, with its count: without the members named before it would be another set. A match that was shown before is
 * named: without that, a model would take what is new for all that was found.
 */
export function writeDelta(input: LaidOutContext & { readonly shown: Shown; readonly query: string }) {
	const { payload, pieces, shown, query } = input;
	const { asked = [], today } = payload.metadata;
	const inSets = new Set(asked.flatMap(({ listed }) => listed.map(({ id }) => id)));
	const isInSet = ({ candidate, chosen }: FittedItem): boolean =>
		chosen.form === "title" && inSets.has(candidate.subject.id);
	const isFresh = (item: FittedItem): boolean => !isInSet(item) && isNews(readItem(item), shown);
	const items = pieces.flatMap(({ item }) => item ?? []);
	const bringsText = items.some((item) => item.chosen.form !== "title" && isFresh(item));
	const isNamed = ({ candidate, chosen }: FittedItem): boolean =>
		candidate.section === MATCHES && chosen.form !== "title" && !inSets.has(candidate.subject.id);
	const known = items.filter((item) => isNamed(item) && !isFresh(item));
	const sections = groupBy(
		pieces.filter(({ section }) => section !== undefined),
		({ section }) => section,
	);
	const text = [...sections]
		.map(([type, own]) =>
			writeSection({ pieces: own, isFresh, known: type === MATCHES ? known : [], bringsText }),
		)
		.join("");
	return {
		text: OPENING + (text === "" ? NOTHING_NEW : text) + closingOf(query, today),
		shown: addShown(items.filter((item) => isInSet(item) || isFresh(item)).map(readItem), shown),
	};
}
