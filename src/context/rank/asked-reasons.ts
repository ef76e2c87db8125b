/** Asks for the reason of something. */
const ASKS_WHY =
	/^\s*(?:and |but |so )?(?:why|how come|what for)\b|\bwhy\b|\b(?:reasons?|rationale|motivation|justif\w+)\b/i;
/** Sections in which people write down why something is as it is, and what they decided against. */
const GIVES_REASONS =
	/alternativ|rationale|motivat|\bwhy\b|reason|drawback|trade-?off|caveat|justif|reject|considered|decision|background|discussion|lessons|pros\b|cons\b/i;
/** Words that a reason is given with. */
const SAYS_BECAUSE =
	/\b(?:because|since|therefore|hence|due to|so that|in order to|otherwise|rather than|instead of|would (?:require|mean|break|need|have)|the reason|rejected|ruled out|too (?:much|many|slow|large|complex|hard)|not (?:possible|feasible|enough))\b/i;

/** Returns the factor by which a passage is worth more than its words say; 1 for no reason. */
export type WeighReason = (passage: string, headings: readonly string[]) => number;

const UNWEIGHED: WeighReason = () => 1;

export const asksWhy = (question: string): boolean => ASKS_WHY.test(question);

/** A question for a reason is answered where reasons are given, which is seldom where its words are most often. */
export function weighReasons(
	question: string,
	{ heading, words }: { readonly heading: number; readonly words: number },
): WeighReason {
	if (!asksWhy(question)) return UNWEIGHED;
	return (passage, headings) =>
		1 +
		(headings.some((each) => GIVES_REASONS.test(each)) ? heading : 0) +
		(SAYS_BECAUSE.test(passage) ? words : 0);
}
