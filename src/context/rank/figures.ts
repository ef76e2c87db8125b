/**
 * Every figure that decides what is relevant. Search says how well something matches; what follows from that is decided
 * under `rank`, by these.
 */
export const RANKING = {
	/** A match below this share of the best one is noise, and no candidate however much room there is. */
	leastMatch: 0.05,
	/** A match below this share of the best one appears with its text or not at all: its name alone says nothing. */
	leastNamed: 0.6,
	/**
	 * A question of which no match holds this much is about nothing here: the share of its words, rare ones counting more,
	 * plus how close the closest passage is in meaning, by this weight; where that is not known, it counts as this close.
	 */
	leastEvidence: 0.45,
	nearness: 0.55,
	unknownNearness: 0.45,
	/** A passage this close in meaning is about the question, whichever words it uses. */
	nearEnough: 0.4,
	/** What a match gains whose title the question says in full, and one of a kind that such questions ask for. */
	saidInFull: 0.5,
	kindAskedFor: 0.5,
	/** What a match gains by saying of the question what those before it do not, and by a rare name it shares with them. */
	newWords: 1.5,
	sharedName: 0.75,
	/** So many matches are weighed against each other; those behind them keep their score. */
	mostWeighed: 40,
	/** What the question asks of a match, found over an edge of that match, is worth this much of it; of so many matches. */
	overEdge: 0.9,
	followed: 2,
	/** Fields that hold what was asked for, beside the passage that fits best, which is 1. */
	askedFields: 0.98,
	/** A passage with so many letters of its own counts half: "N/A" under a heading says nothing. */
	thinPassage: 10,
	/** After so many days a change counts as old. */
	recencyDays: 30,
	/** What a step away from the focus costs. */
	step: 0.1,
	/** A score part about which nothing is known, and that of a kind which the request asks to see. */
	neutral: 0.5,
	hinted: 0.9,
	affinity: { own: 1, edit: 0.8, view: 0.6, other: 0.3 },
} as const;
