/** A word of a question and how much of the question it is: rare words are more of it. All weights add up to 1. */
export interface QuestionWord {
	readonly term: string;
	readonly weight: number;
	/**
	 * The weight of a document that holds it. A word that replaces a slip is a guess, and weighs less than the typed one.
	 */
	readonly worth: number;
}
