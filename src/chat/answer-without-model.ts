import type { AskedSet, ContextItem, ContextPayload } from "../context/model/payload.ts";
import { weighReasons } from "../context/rank/asked-attributes.ts";
import { formatValue } from "../context/render/fence-text.ts";
import type { Json } from "../graph/model/json.ts";
import { leadAnswer, nameItem, readWanted } from "./lead-answer.ts";
import { readFields, readPassages, readStanding } from "./read-passages.ts";
import type { Recalled } from "./recall-history.ts";

const MOST_QUOTES = 4;
const LONGEST_QUOTE = 320;
/** A source worth less than this share of the best one is not quoted. */
const WORTH_QUOTING = 0.4;
/** Words in a title count for its text, but less than words in the text. */
const TITLE_SHARE = 0.6;
/** The worth of a text with no word of the question, where one that holds them all has 1. */
const WITHOUT_WORDS = 0.25;
/** How much of its rank a source keeps: the first is often far above the second, and both are worth reading. */
const RANK_POWER = 0.4;
/** The factor for a source whose kind is already quoted; up to twice as much for a requested kind. */
const SAME_KIND = 0.75;
const NEUTRAL = 0.5;

const QUOTES_OF_ASKED = 2;

const NO_MODEL =
	"No language model is configured, so these are quotations. For written answers set up a model in the settings or with `skein models add`, or start again with `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` set.";
const NOTHING =
	"Nothing in the workspace matches these words. Try other words, or pick something to focus on.";

const BROUGHT: ReadonlySet<string> = new Set(["pinned", "mentioned"]);
/** These say what is to be done with a text, and nothing of what is in it. */
const SAYS_NOTHING =
	/\b(?:say|says|said|tell|tells|mean|means|about|note|notes|page|text|document|summari[sz]e|summary|describe|explain|this|it)\b/gi;
/** Quotes the beginning of each thing that is compared: the words of the question are the names of both. */
const COMPARES = /\b(?:compare[ds]?|comparison|differences?|differs?|versus|vs|contrast)\b/i;
const IS_ABOUT = "the question is about it";
const PROJECT_WORDS = /\bprojects?\b/gi;
/** The extra worth of a sentence with a reason or an amount, where the question asks for one. */
const REASON_WEIGHTS = { heading: 0.6, words: 0.3 };
const AMOUNT_WEIGHT = 0.6;
const MOST_BEHIND_LEAD = 2;
/** An entity that holds less of the question is not its subject: its day or its owner would be a guess. */
const LEAST_TO_LEAD = 0.25;
const LEAST_TO_NAME = 0.5;
const MOST_NAMED = 5;
const MAY_HOLD = "Nothing here says it in so many words. It may be in:";

interface Question {
	readonly wanted: ReadonlySet<string>;
	/** Returns the factor by which a sentence is worth more than its words say; 1 for no reason. */
	readonly weigh: (sentence: string, field: string) => number;
	readonly analyse: (text: string) => readonly string[];
}

interface Quote {
	readonly text: string;
	/** The share of the question that it holds, with what its title holds. */
	readonly held: number;
	/** The same, weighed by the reason or the amount that the question asks for. */
	readonly worth: number;
	readonly place: number;
}

/** An item with what can be quoted from it, best first. */
interface Source {
	readonly item: ContextItem;
	readonly quotes: readonly [Quote, ...Quote[]];
	readonly worth: number;
	/** The share of the question that its best sentence holds. */
	readonly held: number;
	readonly isFocus: boolean;
}

const clip = (text: string): string =>
	text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, "")}…`;

/** The worth of a sentence without a word of the question, so that a reason can make up for them. */
const LEAST_HELD = 0.15;

/** Every sentence, with the one behind it as far as both stay short. */
function listQuotes(item: ContextItem, { wanted, analyse, weigh }: Question): readonly Quote[] {
	const titleTerms = new Set(analyse(item.title));
	const hold = (text: string): number => {
		const terms = new Set(analyse(text));
		const held = [...wanted].map((term) => (terms.has(term) ? 1 : titleTerms.has(term) ? TITLE_SHARE : 0));
		return held.reduce<number>((sum, share) => sum + share, 0) / (wanted.size || 1);
	};
	const passages = readPassages(item).flatMap(({ field, sentences }) =>
		sentences.map((sentence, index) => {
			const both = [sentence, ...sentences.slice(index + 1, index + 2)].join(" ");
			const held = hold(sentence);
			const worth = (held + LEAST_HELD) * weigh(sentence, field);
			return { text: both.length <= LONGEST_QUOTE ? both : clip(sentence), held, worth };
		}),
	);
	return passages
		.map((passage, place) => ({ ...passage, place }))
		.sort((a, b) => b.worth - a.worth || a.place - b.place);
}

/** How strongly the question requests its kind, 0 to 1; a question that asks why requests decisions. */
const askedFor = ({ because }: ContextItem): number =>
	Math.max(0, because.scores.typeMatch - NEUTRAL) / NEUTRAL;

const standingOf = ({ relevance, because }: ContextItem): number => relevance * because.scores.semantic;

/** Lists the sources to quote, weighed by rank, by requested kind and by the words of the question. */
function listSources(
	items: readonly ContextItem[],
	question: Question,
	isFocus: (item: ContextItem) => boolean,
): readonly Source[] {
	const best = Math.max(...items.map(standingOf)) || 1;
	return items.flatMap((item): Source[] => {
		const [first, ...rest] = listQuotes(item, question);
		const most = Math.max(0, ...[first, ...rest].map((quote) => quote?.held ?? 0));
		// The subject of a question need not share a word with it: "why is it blocked?"
		if (first === undefined || (most === 0 && !isFocus(item))) return [];
		const rank = (standingOf(item) / best) ** RANK_POWER;
		const worth = rank * (1 + askedFor(item)) * (WITHOUT_WORDS + (1 - WITHOUT_WORDS) * most);
		return [{ item, quotes: [first, ...rest], worth, held: most, isFocus: isFocus(item) }];
	});
}

/** Chooses the best sources, preferably of different kinds; requested kinds come first. */
function chooseSources(sources: readonly Source[]): readonly Source[] {
	const chosen: Source[] = [];
	const worthNow = ({ item, worth }: Source): number =>
		chosen.some((other) => other.item.kind === item.kind) ? worth * SAME_KIND : worth;
	const focusFirst = (a: Source, b: Source): number => Number(b.isFocus) - Number(a.isFocus);
	const enough = Math.max(0, ...sources.map(({ worth, isFocus }) => (isFocus ? 0 : worth))) * WORTH_QUOTING;
	while (chosen.length < MOST_QUOTES) {
		const left = sources.filter(({ item }) => chosen.every((other) => other.item.id !== item.id));
		const [next] = left.sort((a, b) => focusFirst(a, b) || worthNow(b) - worthNow(a));
		if (next === undefined || (!next.isFocus && worthNow(next) < enough)) break;
		chosen.push(next);
	}
	return chosen.sort((a, b) => focusFirst(a, b) || askedFor(b.item) - askedFor(a.item));
}

/** Returns the number of passages: more for a requested kind, and for the first where there are few others. */
const countPassages = ({ item }: Source, isFirst: boolean, sources: number): number =>
	Math.max(askedFor(item) > 0 ? QUOTES_OF_ASKED : 1, isFirst ? MOST_QUOTES - sources : 0);

/**
 * Quotes the best passages of a source, in the order of the text, or the reason before the rest. A requested reason
 * need not use the words of the question.
 */
function quoteSource({ item, quotes }: Source, most: number, bestFirst: boolean): string {
	const least = askedFor(item) > 0 ? 0 : quotes[0].worth * WORTH_QUOTING;
	const chosen: Quote[] = [];
	for (const quote of quotes) {
		// A sentence is quoted with the one behind it, which would otherwise come twice.
		const isSaid = chosen.some(({ text }) => text.includes(quote.text) || quote.text.includes(text));
		if (chosen.length < most && quote.worth >= least && !isSaid) chosen.push(quote);
	}
	return (
		chosen
			.sort((a, b) => (bestFirst ? b.worth - a.worth : 0) || a.place - b.place)
			// A sentence may be cut out of what is set in bold, and would keep one end of it.
			.map(({ text }) => `> ${text.replaceAll("**", "")}`)
			.join("\n>\n")
	);
}

const nameSource = (item: ContextItem): string => `${nameItem(item)}${readStanding(item)}`;

/** Prefers sentences that give a reason or an amount, where the question asks for one. */
function weighFor(query: string): Question["weigh"] {
	if (readWanted(query) === "amount") return (sentence) => 1 + (/\d/.test(sentence) ? AMOUNT_WEIGHT : 0);
	const weighReason = weighReasons(query, REASON_WEIGHTS);
	return (sentence, field) => weighReason(sentence, [field]);
}

/** Lists the projects of the workspace with their states, where a question is about projects. */
function listProjects(items: readonly ContextItem[]): string {
	const lines = items.map((item) => {
		const next = readFields(item).find(({ name }) => name === "next_step_short")?.value;
		return `- ${nameSource(item)}${next === undefined ? "" : ` - next: ${next}`}`;
	});
	return [`**Projects** (${items.length})\n`, ...lines].join("\n");
}

/** Names of what may hold the answer, where no sentence says it: what was found must not be denied. */
function nameFound(items: readonly ContextItem[]): string {
	const names = items.slice(0, MOST_NAMED).map((item) => `- ${nameItem(item)}`);
	return names.length === 0 ? NOTHING : [`${MAY_HOLD}\n`, ...names].join("\n");
}

/** Writes an answer without a model: the requested set, person or day, or else quotations with their sources. */
export function answerWithoutModel(input: {
	readonly payload: ContextPayload;
	readonly query: string;
	readonly analyse: Question["analyse"];
	readonly history?: Recalled;
	readonly isPerson?: (kind: string) => boolean;
}): string {
	const { payload, query, analyse, history, isPerson = () => false } = input;
	const { asked = [] } = payload.metadata;
	const closing = isSaidBefore(history) ? [] : [NO_MODEL];
	const found = payload.sections
		.flatMap((section) => section.items)
		.filter(({ because }) => because.collector !== "activity" && because.collector !== "intent");
	const { focusBlockId, focusPageId } = payload.metadata;
	// The question is about the entities that the asker attached or named, in any words; not about those that they refer
	// to.
	const isCompared = COMPARES.test(query) && found.some(({ because }) => because.reason === IS_ABOUT);
	const isFocus = ({ id, blockId, because }: ContextItem): boolean =>
		(isCompared && because.reason === IS_ABOUT) ||
		(BROUGHT.has(because.collector) && because.path?.[0]?.relation === undefined) ||
		blockId === focusBlockId ||
		id === (focusPageId ?? focusBlockId);
	const texts = found.filter(({ form }) => form !== "title");
	const projects = found.filter(({ because }) => because.collector === "global");
	// The projects are listed; a text that only contains the word is no answer next to them.
	const said = projects.length > 0 ? query.replace(PROJECT_WORDS, " ") : query;
	const wanted = new Set(isCompared ? [] : analyse(said.replace(SAYS_NOTHING, " ")));
	const isNamed = ({ title }: ContextItem): boolean => {
		const terms = new Set(analyse(title));
		return [...wanted].filter((term) => terms.has(term)).length >= wanted.size * LEAST_TO_NAME;
	};
	const question = { wanted, analyse, weigh: weighFor(query) };
	const isRelation = payload.metadata.plan?.relation !== undefined;
	const printed = asked.map((set) => printAskedSet(set, { query, isRelation }));
	if (asked.some(({ total }) => total > 0)) {
		// "When did we decide it?" may be read as a question for who did.
		const days =
			isRelation && readWanted(query) === "day"
				? leadAnswer({ payload, items: texts, found, query, isPerson, isNamed })
				: [];
		return [...days, ...printed, ...closing].join("\n\n");
	}
	if (projects.length > 0) printed.push(listProjects(projects));
	const chosen = chooseSources(listSources(texts, question, isFocus)).filter(
		({ item }) => !projects.includes(item),
	);
	const near = chosen.filter(
		({ item, held, isFocus: isAbout }) => isAbout || held >= LEAST_TO_LEAD || isNamed(item),
	);
	const about = texts.filter(({ id }) => id === payload.metadata.plan?.subject?.id);
	const items = [...new Set([...about, ...near.map(({ item }) => item)])];
	const lead = leadAnswer({ payload, items, found, query, isPerson, isNamed });
	const people = readWanted(query) === "person" ? chosen.filter(({ item }) => isPerson(item.kind)) : [];
	const ordered =
		lead.length > 0 ? chosen : [...people, ...chosen.filter((source) => !people.includes(source))];
	const sources = lead.length > 0 ? ordered.slice(0, MOST_BEHIND_LEAD) : ordered;
	const bestFirst = readWanted(query) === "reason" || readWanted(query) === "amount";
	const quoted = sources.map((source, index) => {
		const passages = quoteSource(source, countPassages(source, index === 0, sources.length), bestFirst);
		return `${nameSource(source.item)}\n\n${passages}`;
	});
	const nothing = printed.length + lead.length + quoted.length === 0 ? [nameFound(found)] : [];
	return [...nothing, ...printed, ...(lead.length > 0 ? [lead.join("\n")] : []), ...quoted, ...closing].join(
		"\n\n",
	);
}

/** Once in a chat is enough. */
const isSaidBefore = (history: Recalled | undefined): boolean =>
	(history?.messages ?? []).some(
		(message) =>
			"parts" in message && message.parts.some((part) => "text" in part && part.text.includes(NO_MODEL)),
	);

const inWords = (key: string): string => key.replaceAll("_", " ");

/** Refs inside a value are for a model to call by; people read the name. */
const REF = / \[[0-9a-hjkmnp-tv-z]{8}\]/g;
const HOW_MANY = /\bhow many\b|\bnumber of\b|\bcount\b/i;
/** The most entries printed in one line, where they have no facts. */
const MOST_IN_A_LINE = 3;

/** "**Order hinges** [k3v9x2ab] (in progress) - due at: 2026-05-04" */
function printEntry(
	{ kind, state_key, facts, ...named }: AskedSet["listed"][number],
	isMixed: boolean,
): string {
	const state = state_key === null ? "" : ` (${inWords(state_key)})`;
	// A fact without a value says nothing.
	const known = facts.filter(({ value }) => value !== null);
	const shownFacts = known.map(
		({ name, value }) => `${inWords(name)}: ${formatValue(value as Json).replace(REF, "")}`,
	);
	const tail = shownFacts.length === 0 ? "" : ` - ${shownFacts.join(", ")}`;
	return `${isMixed ? `${kind}: ` : ""}${nameItem(named)}${state}${tail}`;
}

/**
 * Prints one list for each rule of the question, with the true count. The end of a relation comes before the path to
 * it: "**Luc** [k3v9x2ab] (lid tool: assigned to)". A question for a count gets a list with its number.
 */
function printAskedSet(
	{ heading, total, listed }: AskedSet,
	{ query, isRelation }: { readonly query: string; readonly isRelation: boolean },
): string {
	// The model's heading names "the reader"; here the reader is addressed.
	const said = heading.replace(/, the reader's own$/, ", yours");
	const isCounted = HOW_MANY.test(query);
	if (total === 0) return `**${said}**: none.`;
	const isMixed = new Set(listed.map(({ kind }) => kind)).size > 1;
	const entries = listed.map((entry) => printEntry(entry, isMixed));
	const isShort = entries.length === 1 || listed.every(({ facts }) => facts.length === 0);
	if (isRelation && !isCounted && total === entries.length && total <= MOST_IN_A_LINE && isShort)
		return `${entries.join(", ")}\n\n${said}.`;
	const hidden = total - listed.length;
	return [
		`**${said}** (${total})\n`,
		...entries.map((entry) => `- ${entry}`),
		...(hidden > 0 ? [`- ... and ${hidden} more`] : []),
	].join("\n");
}
