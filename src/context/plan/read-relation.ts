import { type Direction, RELATIONS } from "../../graph/model/relations.ts";

/** A relation that a question speaks of, and where. */
export interface SpokenRelation {
	readonly rel: string;
	/** Whether what is named before the words is the source of the relation. */
	readonly isForward: boolean;
	readonly start: number;
	readonly end: number;
}

const escapeWord = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const IS_PARTICIPLE = /(?:ed|ing)$|^(?:held|stuck|made|learnt|written|built|kept|led)$/;
const ENDS_IN_E = /e$/;
const DOUBLES = /[^aeiou][aeiou][bdgmnprt]$/;

/** A verb in all its regular forms. */
function inflect(verb: string): string {
	const base = escapeWord(verb);
	if (IS_PARTICIPLE.test(verb)) return base;
	if (ENDS_IN_E.test(verb)) return `${base.slice(0, -1)}(?:e|es|ed|ing)`;
	const doubled = DOUBLES.test(verb) ? `|${verb.at(-1)}ed|${verb.at(-1)}ing` : "";
	return `${base}(?:s|es|ed|ing${doubled})?`;
}

const PARTICLES: ReadonlySet<string> = new Set(["up", "back"]);
/** What may be between a verb and its particle: "holds the drill up". */
const BETWEEN = "(?:\\s+(?!and\\b|or\\b)[^\\s?]+){0,6}?";

/** A phrase as it may be said: its verb in any form, the words behind it as they are. */
function patternOf(phrase: string): string {
	const [verb = "", ...others] = phrase.toLowerCase().split(" ");
	if (others.length === 1 && PARTICLES.has(others[0] as string))
		return `${inflect(verb)}${BETWEEN}\\s+${others[0]}`;
	// "waiting, directly or indirectly, for"
	const [preposition, ...rest] = others.map(escapeWord);
	if (preposition === undefined) return inflect(verb);
	return `${inflect(verb)}[\\s,]+(?:[\\w-]+[\\s,]+){0,3}?${[preposition, ...rest].join("\\s+")}`;
}

/** "Lowered by" for "lower": what one end does to the other, as the other says it. */
const passiveOf = (phrase: string): readonly string[] => {
	if (phrase.includes(" ") || IS_PARTICIPLE.test(phrase)) return [];
	const doubled = DOUBLES.test(phrase) ? `${phrase}${phrase.at(-1)}ed` : `${phrase}ed`;
	return [`${ENDS_IN_E.test(phrase) ? `${phrase}d` : doubled} by`];
};

interface Phrase {
	readonly rel: string;
	readonly isForward: boolean;
	readonly pattern: RegExp;
	readonly length: number;
}

const makePhrase = (rel: string, isForward: boolean, phrase: string): Phrase => ({
	rel,
	isForward,
	pattern: new RegExp(`\\b${patternOf(phrase)}\\b`, "gi"),
	length: phrase.length,
});

/** A label is in the third person: "Depends on" says "depend on". */
const baseOf = (label: string): string => {
	const [verb = "", ...others] = label.toLowerCase().split(" ");
	return [/[^s]s$/.test(verb) ? verb.slice(0, -1) : verb, ...others].join(" ");
};

/** "Has goal" is said by any question for a goal; such relations are asked for by the kind. */
const isSpoken = (label: string): boolean => !/^(?:has|ha) /i.test(label) && !/ of$/i.test(label);

const SHIPPED: readonly Phrase[] = RELATIONS.flatMap(
	({ rel, label, inverseLabel, says = [], inverseSays = [] }) => [
		...[...[baseOf(label)].filter(isSpoken), ...says, ...inverseSays.flatMap(passiveOf)].map((phrase) =>
			makePhrase(rel, true, phrase),
		),
		...[...[baseOf(inverseLabel)].filter(isSpoken), ...inverseSays, ...says.flatMap(passiveOf)].map(
			(phrase) => makePhrase(rel, false, phrase),
		),
	],
);

/** Which join whatever has to do with each other; no question asks for them. */
const LOOSE: ReadonlySet<string> = new Set(["mentions", "relates_to"]);

/** The relations that a question speaks of, as people say them, the longest phrase first. */
export function readRelations(question: string, ownRelations: readonly string[]): readonly SpokenRelation[] {
	const shipped = new Set(RELATIONS.map(({ rel }) => rel));
	const own = ownRelations
		.filter((rel) => !shipped.has(rel))
		.map((rel) => makePhrase(rel, true, rel.replaceAll("_", " ")));
	return [...SHIPPED, ...own]
		.filter(({ rel }) => !LOOSE.has(rel))
		.flatMap(({ rel, isForward, pattern, length }) =>
			[...question.matchAll(pattern)].map((match) => ({
				rel,
				isForward,
				length,
				start: match.index,
				end: match.index + match[0].length,
			})),
		)
		.sort((a, b) => b.length - a.length || a.start - b.start);
}

/** In which direction of its own edges the subject looks, by where it is named. */
export const lookFrom = (
	{ isForward, start }: SpokenRelation,
	subjectStart: number | undefined,
): Direction => {
	const isBefore = subjectStart === undefined || subjectStart < start;
	return isBefore === isForward ? "outgoing" : "incoming";
};
