/** Requests to do something with the focus, rather than questions about it. */
export const REQUESTS =
	/\b(?:break(?:ing)?\s[^?.!]{0,40}?\b(?:down|into|up)|steps?|smaller|summari[sz]e|summary|similar|alike|like this|explain|expand|elaborate|rewrite|rephrase|improve|shorten|review|continue|next steps?|draft|outline|translate|simplify|split|describe|details?|subtasks?|sub-tasks?|page|block|this|that|it|these)\b/gi;

/** An order to work on a text: "make this shorter", "write a status update". */
const ORDERS =
	/^\W*(?:please\s+)?(?:make|turn|write|draft|rewrite|rephrase|reword|convert|translate|fix|check|proofread|shorten|polish|improve|expand|extend|continue|finish|complete|outline|split|break|summari[sz]e|simplify|format|clean up|tidy|condense|add|generate|create|prepare|suggest|help|elaborate|explain|describe|review|critique|brainstorm)\b/i;
const MEANS_FOCUS =
	/\b(?:this|it|these|that|the (?:page|text|block|section|paragraph|task|note|document))\b/i;
const MOST_WORDS = 5;
/** Requests for something similar to the focus, which no edge records. */
const ASKS_FOR_ALIKE = /\b(?:similar|alike|comparable|resembl\w+|like (?:this|it|that)|such as this)\b/i;

/** Whether it asks for what is like the focus: "similar tasks". */
export const asksForAlike = (query: string): boolean => ASKS_FOR_ALIKE.test(query);

/** Whether a question asks for work on what is in focus, or for what is like it: then its words are not looked for. */
export function asksToDo(query: string): boolean {
	if (asksForAlike(query)) return true;
	const isShort = query.trim().split(/\s+/).length <= MOST_WORDS;
	return ORDERS.test(query) && (isShort || MEANS_FOCUS.test(query));
}
