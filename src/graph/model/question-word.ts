/** A word of a question and how much of the question it is: rare words are more of it. All weights add up to 1. */
export interface QuestionWord {
	readonly term: string;
	readonly weight: number;
	/** The weight of a document that holds it. A word that replaces a slip is a guess, and weighs less. */
	readonly worth: number;
}

/** The evidence that anything here is about the question at all, independent of the best hit. */
export interface Evidence {
	/** The largest share of the question's words that one of the first hits holds, rare words counting more. */
	readonly words: number;
	/** The largest share that one passage of them holds: a long text may hold any words, pages apart. */
	readonly together: number;
	/** The largest share that one title holds: a short question often says little more than what it is about. */
	readonly titled: number;
	/** The share of its words that none of the hits holds. */
	readonly unknown: number;
	/** It names something, in capitals and not at its beginning, that no text here contains. */
	readonly hasUnknownName: boolean;
	/** How close the closest passage is in meaning, 0 to 1; undefined where too little has vectors to say so. */
	readonly nearness: number | undefined;
	readonly length: number;
}
