/** What people say before they ask; "and" and "so" stay, since they lean on what was said before. */
const OPENING =
	/^\W*(?:(?:hey|hi|hello|ok|okay|please|well|thanks)\b[\s,.!]*)*(?:(?:can|could|would|will) (?:you|someone|anybody)(?: please| kindly)?(?= )|(?:i|we)(?:['’]d| would)? (?:like|want|need|love) to (?:know|see|hear|find out|understand)|(?:i am|i['’]m|we are|we['’]re) (?:wondering|trying to find out)|(?:do you|does (?:anyone|anybody|someone)) (?:happen to )?know|i wonder|(?:have|got) (?:you )?any idea|any idea|let me know|remind me(?: again)?|quick question:?|my question is)\b/i;

/** A question without what only makes it polite. Places stay as they are. */
export const blankOpening = (query: string): string =>
	query.replace(OPENING, (opening) => " ".repeat(opening.length));

/** "On what does it depend?" says what "what does it depend on?" says; the order of its words would turn it round. */
const FRONTED =
	/^(\W{0,20}(?:(?:and|so|but)\W{1,20})?)(to|on|upon|from|for)( (?:which|what)\b.*\b(?:belong|depend|wait|rely|lead|report|refer|contribute|come|work)(?:s|ing)?)(\W{0,20})$/is;

/** A question with the preposition it begins with behind its verb. Places of other words stay as they are. */
export const putPrepositionLast = (query: string): string =>
	query.replace(FRONTED, (_, before: string, preposition: string, rest: string, after: string) => {
		const word = preposition.toLowerCase() === "upon" ? "on" : preposition.toLowerCase();
		return `${before}${" ".repeat(preposition.length)}${rest} ${word}${after}`;
	});
