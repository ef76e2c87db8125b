import type { Candidate } from "../model/candidate.ts";
import { RANKING } from "./figures.ts";

const LONGEST_LOOK = 4_000;
const NAME = /\p{Lu}[\p{L}\p{N}]{3,}/gu;

interface Match {
	readonly candidate: Candidate;
	readonly words: readonly string[];
	readonly names: readonly string[];
}

const listNames = (text: string): readonly string[] => [
	...new Set([...text.slice(0, LONGEST_LOOK).matchAll(NAME)].map(([name]) => name.toLowerCase())),
];

/** How rare each of these is among the matches, from 0 for what nearly all of them have. */
function weighRarity(lists: readonly (readonly string[])[]): (value: string) => number {
	const holding = new Map<string, number>();
	for (const list of lists) for (const value of list) holding.set(value, (holding.get(value) ?? 0) + 1);
	return (value) => {
		const count = holding.get(value) ?? 0;
		return Math.log(1 + (lists.length - count + 0.5) / (count + 0.5));
	};
}

/** Takes the best match in the light of those taken before, one after the other, with its worth at that point. */
function takeInTurn(matches: readonly Match[]): { readonly candidate: Candidate; readonly worth: number }[] {
	const rarityOfWord = weighRarity(matches.map(({ words }) => words));
	const rarityOfName = weighRarity(matches.map(({ names }) => names));
	const all = new Set(matches.flatMap(({ words }) => words));
	const allWords = [...all].reduce((sum, word) => sum + rarityOfWord(word), 0) || 1;
	// A name that two have is as rare as a shared one can be.
	const rarest = Math.log(1 + (matches.length - 1.5) / 2.5) || 1;
	const said = new Set<string>();
	const named = new Set<string>();
	const weigh = ({ candidate, words, names }: Match): number => {
		const added = words.reduce((sum, word) => sum + (said.has(word) ? 0 : rarityOfWord(word)), 0) / allWords;
		const shared = names.reduce(
			(most, name) => (named.has(name) ? Math.max(most, rarityOfName(name)) : most),
			0,
		);
		return (
			candidate.relevance *
			(1 + RANKING.newWords * added) *
			(1 + RANKING.sharedName * Math.min(1, shared / rarest))
		);
	};
	const waiting = [...matches];
	const taken: { candidate: Candidate; worth: number }[] = [];
	while (waiting.length > 0) {
		const worths = waiting.map(weigh);
		const first = waiting.findIndex(({ candidate }) => candidate.isNamed);
		const best = first >= 0 ? first : worths.indexOf(Math.max(...worths));
		const [match] = waiting.splice(best, 1) as [Match];
		for (const word of match.words) said.add(word);
		for (const name of match.names) named.add(name);
		taken.push({ candidate: match.candidate, worth: worths[best] as number });
	}
	return taken;
}

/**
 * Orders matches by how they complete each other. Ordered by their own worth, three texts on the same half of a
 * question would come before the one on the other half.
 */
export function complementMatches(
	candidates: readonly Candidate[],
	textOf: (id: string) => string,
): readonly Candidate[] {
	const weighed = candidates.filter(({ words }) => words !== undefined).slice(0, RANKING.mostWeighed);
	if (weighed.length < 3) return candidates;
	const asked = new Set(weighed.flatMap(({ words = [] }) => words.map((word) => word.toLowerCase())));
	const taken = takeInTurn(
		weighed.map((candidate) => ({
			candidate,
			words: candidate.words ?? [],
			names: listNames(textOf(candidate.subject.id)).filter((name) => !asked.has(name)),
		})),
	);
	const best = Math.max(...taken.map(({ worth }) => worth)) || 1;
	const relevances = new Map(taken.map(({ candidate, worth }) => [candidate, worth / best]));
	return candidates.map((candidate) => {
		const relevance = relevances.get(candidate);
		return relevance === undefined ? candidate : { ...candidate, relevance };
	});
}
