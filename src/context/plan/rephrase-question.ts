/** Ways to say the same in words that the readers know. Each is tried where a question cannot be read as it is. */
const SAYINGS: readonly (readonly [said: RegExp, meant: string])[] = [
	// "From whom do we get the pump?": the order of its words would turn the relation round.
	[
		/^(\W{0,20}(?:(?:and|so|but)\W{1,20})?)(to|on|upon|from|for|in|at|under|with|against|towards?) ((?:which|what|whom)\b.{1,200}?)([?.!\s]{0,20})$/is,
		"$1$3 $2$4",
	],
	// "For which goal are we training officers?": what we do is what it is about.
	[
		/^(\W{0,20})(?:to|on|for|in|at|under|with|against|towards?) (which|what) ([\p{L}-]+) (?:are|is|do|does|did|were|was) (?:we|they|i|you) (.{1,200}?)([?.!\s]{0,20})$/isu,
		"$1$2 $3 is $4 for$5",
	],
	// "Plans that are led by nobody"
	[/\b(?:(?:is|are|was|were)\s)?([\p{L}-]{3,20}) by (nobody|no one|no-one|nothing)\b/iu, "$2 $1"],
	// "Unowned risks"
	[/\bun([\p{L}]{2,20}(?:ed|led))\s([\p{L}-]{2,30})\b/iu, "$2 that nobody $1"],
	// "Whose work holds up the drill?"
	[/\bwhose (?:work|task|tasks|job|jobs)\b/i, "who"],
	// "Anybody with overdue work?"
	[/^\W{0,20}(?:is there )?(?:any|some)(?:one|body) with\b/i, "who has"],
];

export const rephraseQuestion = (query: string): readonly string[] =>
	SAYINGS.flatMap(([said, meant]) => {
		const other = query.replace(said, meant);
		return other === query ? [] : [other];
	});
