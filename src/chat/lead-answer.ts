import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { readAskedAttributes } from "../context/rank/asked-attributes.ts";
import { DATED, FILED, readFields } from "./read-passages.ts";

/** The kind of fact that an answer should begin with. */
export type Wanted = "person" | "day" | "amount" | "reason" | undefined;

const ASKS_WHO = /^\W*(?:(?:and|so|ok|okay|but)\W+)*(?:who|whom|whose)\b|\bby whom\b/i;
const ASKS_WHEN =
	/^\W*(?:(?:and|so|ok|okay|but)\W+)*(?:when|since when|until when)\b|\b(?:what|which) (?:day|date)\b/i;
const ASKS_WHY = /\b(?:why|how come|reasons?|rationale)\b/i;
const ASKS_AMOUNT =
	/\bhow (?:much|many|long|far|often|old|big|large|high)\b|\b(?:price|cost|costs|budget|amount)\b/i;

export function readWanted(query: string): Wanted {
	if (ASKS_WHO.test(query)) return "person";
	if (ASKS_WHEN.test(query)) return "day";
	if (ASKS_WHY.test(query)) return "reason";
	return ASKS_AMOUNT.test(query) ? "amount" : undefined;
}

/** Which date a question means, by its words; what comes first here is taken where they say nothing. */
const DATES: readonly (readonly [field: RegExp, said: RegExp])[] = [
	[/decision_at|decided/, /\bdeci\w+|\bchose|\bagree\w*|\bmade\b/i],
	[
		/due|target|deadline|end_at/,
		/\bdue\b|\bdeadline|\bfinish\w*|\bready\b|\bend(?:s|ed)?\b|\bhave to\b|\bmust\b|\buntil\b/i,
	],
	[/completed_at|mitigated_at/, /\bcompleted?\b|\bdone\b|\bfinished\b|\bclosed\b|\bdelivered\b/i],
	[/start/, /\bstart\w*|\bbegin\w*|\bbegan\b|\bsince\b/i],
	[/./, /(?!)/],
];

const MOST_DAYS = 3;

/** Names an item; a star in its title would end the bold print. */
export const nameItem = ({ title, ref }: Pick<ContextItem, "title" | "ref">): string =>
	`**${title.replaceAll("*", "")}** [${ref}]`;
const inWords = (name: string): string => name.replaceAll("_", " ").replace(/ at$/, "");

function findDay(item: ContextItem, query: string) {
	const dated = readFields(item).filter(({ name, value }) => DATED.test(value) && !FILED.has(name));
	const [best] = dated
		.map(({ name, value }) => {
			const place = DATES.findIndex(([field]) => field.test(name));
			return { name, value, place, isSaid: DATES[place]?.[1].test(query) === true };
		})
		.sort((a, b) => Number(b.isSaid) - Number(a.isSaid) || a.place - b.place);
	return best && { item, day: best.value.slice(0, 10), name: inWords(best.name), isSaid: best.isSaid };
}

/** "**2026-11-17** (due): **Re-cut the lid tool** [k3v9x2ab]", of what the question is about, or of the best that have one. */
function leadWithDays({ items, query, isNamed }: LeadInput, subject: string | undefined): readonly string[] {
	const dated = items.flatMap((item) => findDay(item, query) ?? []);
	const own = dated.filter(({ item }) => item.id === subject);
	const said = dated.filter(({ isSaid }) => isSaid);
	const others = said.length > 0 ? said : dated.filter(({ item }) => isNamed(item));
	return (own.length > 0 ? own : others.slice(0, MOST_DAYS)).map(
		({ item, day, name }) => `**${day}** (${name}): ${nameItem(item)}`,
	);
}

const OVER_EDGE = /^“(.+)” of (.+), which the question asks for$/;
const MOST_PEOPLE = 3;
/** How references are printed in fields: `@Name [id:k3v9x2ab]`. */
const REFERENCE = /@(?=\p{L})| \[(?:id:)?[0-9a-hjkmnp-tv-z]{8}\]/gu;

/** Asks who does or has something. The field of the owner does not say who is a customer, or who pays. */
const ASKS_WHO_HAS =
	/\b(?:do|does|doing|has|have|had|owns?|owned|owner|leads?|led|assigned|responsible|charge|handles?|handling|works?|working|manages?|wrote|written|authors?|decid\w+|approv\w+|review\w+|on (?:it|this|that)|looks? after|takes? care|does it|did)\b/i;

/** People that a field of what was asked about names: "**Luc Fontanel** (assignees): **Re-cut the lid tool** [k3v9x2ab]" */
function leadWithNames(item: ContextItem, query: string): readonly string[] {
	const { includes } = readAskedAttributes(query);
	const [named] = readFields(item).filter(
		({ name, value }) => includes(name) && /\p{Lu}\p{L}/u.test(value) && !DATED.test(value),
	);
	if (named === undefined) return [];
	const names = named.value.replace(REFERENCE, "").replaceAll("*", "");
	return [`**${names}** (${inWords(named.name)}): ${nameItem(item)}`];
}

interface LeadInput {
	readonly payload: ContextPayload;
	/** The items that the question is about, the best first. */
	readonly items: readonly ContextItem[];
	readonly found: readonly ContextItem[];
	readonly query: string;
	readonly isPerson: (kind: string) => boolean;
	/** Whether the question says most of what something is called. */
	readonly isNamed: (item: ContextItem) => boolean;
}

/** People that an edge joins to what was asked about, or that a field of it names. */
function leadWithPeople(first: ContextItem, { found, query, isPerson }: LeadInput): readonly string[] {
	if (!ASKS_WHO_HAS.test(query)) return [];
	const named = leadWithNames(first, query);
	if (named.length > 0) return named;
	return found
		.flatMap((item) => {
			const [, label, of] = (isPerson(item.kind) && OVER_EDGE.exec(item.because.reason)) || [];
			return label === undefined || of !== first.title ? [] : [`${nameItem(item)}: ${label}, ${of}`];
		})
		.slice(0, MOST_PEOPLE);
}

/** The person or the day that a question asks for, before anything is quoted; nothing where it asks for neither. */
export function leadAnswer(input: LeadInput): readonly string[] {
	const { payload, items, query, isPerson } = input;
	const subject = payload.metadata.focusBlockId ?? payload.metadata.plan?.subject?.id;
	switch (readWanted(query)) {
		case "day":
			return leadWithDays(input, subject);
		case "person": {
			const about = items.filter(({ id }) => id === subject);
			// A question who a person is needs that person's text, not an owner.
			if (about.some(({ kind }) => isPerson(kind))) return [];
			const [first] = [...about, ...items].filter(({ kind, form }) => form !== "title" && !isPerson(kind));
			return first === undefined ? [] : leadWithPeople(first, input);
		}
		default:
			return [];
	}
}
