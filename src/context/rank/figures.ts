/**
 * Every figure that decides what is relevant. Search says how well something matches; what follows from that is decided
 * under `rank`, by these.
 */
export const RANKING = {
	/** A match below this share of the best one is noise, and no candidate however much room there is. */
	leastMatch: 0.05,
	/**
	 * Evidence that anything here answers the question: with embeddings a logistic regression on the search results for
	 * questions in the workspace they are about and in others, all workspaces counting alike (decision 29). `titled` is
	 * for short questions, which often say little more than their subject; `length` goes with the logarithm of the number
	 * of words, because no single text holds much of a long question. Below `named` nothing is shown, below `shown` only
	 * names, below `sure` a few texts.
	 */
	about: {
		withEmbeddings: {
			...{ words: 2.84, together: 1.14, titled: 3.55, unknown: -2.62, nearness: 9.56, length: 1.82 },
			...{ constant: -8.98, named: -3.2, shown: -0.4, sure: 1, sureOfUnknown: 3 },
		},
		/** Words alone are weaker evidence, so thresholds are lower: a short question must not be refused. */
		byWords: {
			...{ words: 1, together: 0, titled: 0, unknown: -0.1, nearness: 0, length: 0 },
			...{ constant: -0.2625, named: -0.13, shown: 0, sure: 0, sureOfUnknown: 0 },
		},
		/** Where this share of a question's words is unknown here, it needs more evidence: `sureOfUnknown`. */
		manyUnknown: 0.2,
		/** A passage with this share of the question's words is the answer, whatever the other evidence says. */
		allWords: 0.99,
		/** With this share, or with more words than these, a name that nobody wrote here does not count against a question. */
		nearlyAll: 0.9,
		shortQuestion: 6,
		/** How many texts or passages are shown where it is not sure that one answers. */
		unsureUnits: 3,
	},
	/** A passage this close in meaning is about the question, whichever words it uses. */
	nearEnough: 0.4,
	/** The gain of a match whose full title is in the question, and of one of a kind that such questions ask for. */
	saidInFull: 0.5,
	kindAskedFor: 0.5,
	/** The gain of a match for words that earlier matches lack, and for a rare name that it shares with them. */
	newWords: 1.5,
	sharedName: 0.75,
	/** The number of matches that are weighed against each other; those after them keep their score. */
	mostWeighed: 12,
	/** An answer found over an edge of a match is worth this share of the match; for this many matches. */
	overEdge: 0.9,
	followed: 2,
	/** The score of fields that hold the requested value; the best passage has 1. */
	askedFields: 0.98,
	/** For a question about reasons: the gain for a heading that announces them, and for the word "because". */
	reasons: { heading: 0.4, words: 0.15 },
	/** A passage with so many letters of its own counts half: "N/A" under a heading says nothing. */
	thinPassage: 10,
	/**
	 * When the shown texts are enough. The probability that a text or a passage answers follows from its fit relative to
	 * the best one, the relevance of its text, the number of texts before it, and the number of its own passages before
	 * it: a conditional logit, fitted to 64 questions on the demo, hotpot100, musique100 and the questions with needles,
	 * where three of the four figures give the same contexts.
	 */
	enough: {
		level: 0.55,
		relevance: 0.97,
		place: -0.83,
		sameText: -0.39,
		leastShare: 0.02,
		/** How probable it is to be that the answer is shown: more where no match is clear, from `clear.most` down. */
		aim: { least: 0.8, unlinked: 0.95, most: 0.98, lookedAt: 5 },
		/** The number of units shown in any case where no edge says what belongs together: an answer is often in two texts. */
		unlinkedUnits: 10,
		clear: { least: 0.3, most: 0.6 },
		/** More, too, where the best match lacks this many words of the question. */
		missingWords: { least: 3, most: 5 },
		/** Entities that the best match leads to by an edge, or by this share of its names, are shown up to `aim`. */
		joined: { share: 0.06, aim: 0.97 },
		/** And what holds this share of the question that nothing before it holds, if the graph leads to it. */
		completing: { share: 0.08, reached: 0.15, aim: 0.99 },
		/** Each word of a question may ask for this many times as many texts or passages. */
		unitsForEachWord: 2,
		/**
		 * Passages of long texts: those behind `whole` others are shown in part, with which the questions with needles find as
		 * much in 2,400 tokens as in 3,100; those behind `most` others not at all: of 87 questions one finds its evidence there.
		 * A text that is not the best has at most `ofOthers` before the passages of all other texts, and behind the whole ones
		 * only such as fit at least `leastOfOthers` as well as the best passage: a sentence of a tenth text answers nothing.
		 */
		passages: { whole: 6, most: 30, ofOthers: 4, leastOfOthers: 0.6 },
		/** A question of so many words whose attribute is a field among the first units gets at most so many of them. */
		askedFields: { place: 3, words: 8, units: 6 },
		/** The number of texts like the focus that are shown for a question that only asks for such. */
		unitsLikeFocus: 3,
		/** A question is the name of the first match where that holds this share of its words: then no other is named. */
		wholeName: 0.95,
		/** The most names of texts that are not shown, and their share of the budget. */
		indexLines: 8,
		unsureLines: 3,
		indexShare: 0.1,
	},
	/** After so many days a change counts as old. */
	recencyDays: 30,
	/** The cost of each step away from the focus. */
	step: 0.1,
	/** A score part about which nothing is known, and that of a kind which the request asks to see. */
	neutral: 0.5,
	hinted: 0.9,
	affinity: { own: 1, edit: 0.8, view: 0.6, other: 0.3 },
} as const;
