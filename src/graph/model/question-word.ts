/** A word of a question and how much of the question it is: rare words are more of it. All weights add up to 1. */
export interface QuestionWord {
	readonly term: string;
	readonly weight: number;
	/** What holding it is worth. A word put in the place of a slip is a guess, and worth less than its weight. */
	readonly worth: number;
}
