/** Words of a question, and the fields that answer them: `authors:` shares no word with "Who wrote it?" */
const ATTRIBUTES: readonly { readonly asked: RegExp; readonly field: RegExp }[] = [
	{
		asked:
			/\b(?:whom?|by whom|wr(?:ote|itten)|authors?|people|person|engineers?|maintainers?|approve[drs]*|review(?:ed|ers?)?|propose[drs]*|own(?:s|ed|ers?)|responsible|develop(?:ed|ers?)|publish(?:ed|ers?)|assign(?:ed|ees?)|in charge)\b/i,
		field:
			/author|owner|creator|editor|maintainer|approver|reviewer|assignee|developer|publisher|contact|people|person|by$|lead/i,
	},
	{
		asked:
			/\b(?:when(?='s|\s+(?:was|were|did|do|does|is|are|will|would|has|have|had|can|could|should)\b)|since (?:when|which|what)|until (?:when|which|what)|what (?:day|date|year|month)|(?:which|what) (?:day|date|year|month)|on what day|dates?|created|published|updated|deadline|due|expire[sd]?)\b/i,
		field: /date|created|updated|published|modified|due|deadline|since|until|expire|year|day|_at$/i,
	},
	{
		asked:
			/\b(?:versions?|releases?|milestones?|alpha|beta|stable|ga|graduat\w+|since which|first with|introduced)\b/i,
		field: /version|release|milestone|stage|since|alpha|beta|stable/i,
	},
	{
		asked:
			/\b(?:status|state|stage|phase|progress|in review|accepted|withdrawn|rejected|implemented|final)\b/i,
		field: /status|state|stage|phase/i,
	},
	{
		asked:
			/\b(?:requires?|required|depends?|dependenc\w+|replace[sd]?|supersede[sd]?|successor|predecessor|related|see also|part of|belongs?|extends?|builds? on)\b/i,
		field:
			/requires?|depend|replace|supersede|successor|predecessor|related|see[-_ ]also|parent|part[-_ ]of|extends?/i,
	},
	{
		asked:
			/\b(?:platforms?|languages?|licen[cs]es?|tags?|categor(?:y|ies)|kinds?|types?|gates?|flags?|metrics?|components?)\b/i,
		field: /platform|language|licen[cs]e|tag|categor|kind|type|gate|flag|metric|component/i,
	},
];

const KEY = /^[ \t]{0,20}(?:- )?([^\s:][^:\n]{0,80}):(?:\s|$)/gm;

/** Which attributes a question asks for. */
export interface AskedAttributes {
	/** Whether a field or a relation of this name holds one of them. */
	readonly includes: (name: string) => boolean;
	/** Whether one of these fields, printed as `key: value`, does. */
	readonly areIn: (fields: string) => boolean;
}

export function readAskedAttributes(question: string): AskedAttributes {
	const wanted = ATTRIBUTES.filter(({ asked }) => asked.test(question)).map(({ field }) => field);
	const includes = (name: string): boolean => wanted.some((field) => field.test(name));
	const areIn = (fields: string): boolean => {
		if (wanted.length === 0) return false;
		for (const [, key = ""] of fields.matchAll(KEY)) if (includes(key)) return true;
		return false;
	};
	return { includes, areIn };
}

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
