import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { isContainment } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import {
	ASKS_WHO,
	asksProject,
	joinNamed,
	listMembers,
	listOurs,
	listWanted,
	narrowBySecond,
	readCompared,
	readFirst,
	SHARED,
	type Source,
} from "./choose-source.ts";
import { leaveOthers, listThem, readAgain } from "./continue-list.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findSubjects, findTitled, type NamedSubject } from "./find-subject.ts";
import { maskFrame } from "./mask-frame.ts";
import { nameSomebody, withSomebody } from "./name-somebody.ts";
import {
	kindsOf,
	NOTHING_READ,
	narrowWalk,
	type QuestionPlan,
	type Walk,
	walkRelation,
} from "./question-plan.ts";
import { readDayRange, readSince } from "./read-day-range.ts";
import { repeatFor, saysAgain, saysThem, saysWhich } from "./read-follow-up.ts";
import { type Intent, isAll, readIntent, wantEverything, wantsReason } from "./read-intent.ts";
import {
	asksForKinds,
	blank,
	blankWords,
	findNouns,
	isManyNamed,
	leftTerms,
	listNamed,
	MaskedQuestion,
	type Span,
} from "./read-kinds.ts";
import { readMissing } from "./read-marks.ts";
import { readRelations } from "./read-relation.ts";
import { asksForAlike, asksToDo, REQUESTS } from "./read-request.ts";
import { findSaidDay } from "./read-superlative.ts";
import { readValued } from "./read-values.ts";
import { recallSubjects, refersBack } from "./recall-subject.ts";
import type { PlanInput } from "./select-asked.ts";

const IS_QUESTION =
	/\?\s*$|^\s*(?:(?:and|so|but|hey|hi|ok|okay|please)\b[\s,]*)*(?:who|whose|whom|what|what's|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|list|name|show|tell|give|find|get|display|enumerate|only)\b/i;
/** "The gauge was funded" is a statement; "tasks that are late" describes the requested entities. */
const STATES = /\b(?:is|are|was|were|has|have|had|will|would)\b/i;
const DESCRIBES =
	/\b(?:that|which|who|whose|whom|what|where|without|nobody|nothing|no one|we|i|only|any|anything|everything|everyone)\b/i;
/** A condition: "what is held up if it is late?" */
const IF = /\b(?:if|unless|in case|once)\b[^?]*/i;
/** "Parts for the rewiring": one word behind a preposition may name what they are of. */
const OF_SOMETHING = /\b(?:for|of|on|in) (?:the |our |my )?[\p{L}-]+\W*$/iu;
/** "Will the pilot build be late?": asks what may come. */
const FORESEES = /^\W{0,9}(?:(?:and|so|but)\W{1,9})?(?:will|would|could|might)\b/i;
/** The details of more entities than this are too much to show. */
const MOST_DETAILED = 4;
const WHICH_ONES = /\bwhich ones?\b/i;
/** "Both of them" are all that was listed; "any of them" are some of it. */
const SOME_OF_THEM =
	/\b(?:which|how many|any|some|none|many|few|one|who|what|only those)(?: ones?)? of (?:them|those|these|that|this)\b|^\W*(?:and\W+)?of (?:them|those|these)\b/i;
/** Verbs that add nothing where a relation or a kind is requested. */
const LIGHT_VERBS =
	/\b(?:busy|belongs?|work\w*|done|do|doing|did|involved|plate|workload|backlog|hook|agenda|desk|up to|mov(?:e|es|ing)|proceed|continue|look\w* after|take care|charge|use[sd]?|lies?|owns?|owners?|leads?|leaders?|heads?|assigned|assignees?|handl\w+|carr\w+ out|behind|keep|keeps|takes?|took|run|runs|kept|come|comes|happen\w*|made|make|start\w*|begin|go|can|only|once|first|larger|smaller|bigger)\b/i;

/** Whether a plan accounts for all that was said. */
export const isComplete = ({ walk, intent, rest }: QuestionPlan): boolean =>
	(walk ?? intent) !== undefined && rest.length === 0;

/** One question. What is no question by its form is one if all of it says which set it asks for: "Petrel's owner". */
export function readOne(input: PlanInput, before: QuestionPlan | undefined): QuestionPlan {
	const compared = readCompared(input.graph, input.query);
	if (compared) return { ...NOTHING_READ, ...compared, comesFirst: true };
	const first = readAsked(input, before, true);
	// A question with further words of its own is not about the subject before, merely because it names no entity.
	const isOther = first.isRecalled === true && first.plan.rest.length > 0;
	const { plan, isUnsure } = isOther ? readAsked(input, undefined, true) : first;
	// Words that are left over say that something else was meant than a thing of which hardly a word is said.
	const isRead = IS_QUESTION.test(input.query) && !(isUnsure && plan.walk && plan.rest.length > 0);
	const isStatement = STATES.test(input.query) && !DESCRIBES.test(input.query) && statesOutside(input);
	return isRead || (isComplete(plan) && !isStatement) ? plan : readAsked(input, before, false).plan;
}

/** Whether a text says something outside the title that it names: "goals of the OKR The valley is warned in time". */
function statesOutside({ graph, query }: PlanInput): boolean {
	const titled = findTitled(graph, query);
	return titled === undefined || STATES.test(blank(query, [titled]));
}

interface AskedRead {
	readonly plan: QuestionPlan;
	readonly isUnsure: boolean;
	/** A relation is followed from something that was spoken of before, to which no word of the question points. */
	readonly isRecalled?: boolean;
}

const sure = (plan: QuestionPlan): AskedRead => ({ plan, isUnsure: false });

function readAsked(input: PlanInput, before: QuestionPlan | undefined, isQuestion: boolean): AskedRead {
	const { graph, query, focus, history, days } = input;
	const since = readSince(graph, query, days.today);
	// A full title is a name, even if its words mean something else elsewhere.
	const titled = findTitled(graph, query);
	const without = blank(query, [...(titled ? [titled] : []), ...(since ? [since] : [])]);
	const project =
		input.project ?? findNamedProject(graph, without) ?? (since && findNamedProject(graph, query));
	const listAsked = (text: string): readonly Kind[] =>
		listNamed(text, graph.kinds.all).filter(
			(kind) => !(project && kind.scope === "self" && !isManyNamed(text, kind)),
		);
	const lacks = readMissing(without, graph, withSomebody(listAsked(without), without, graph));
	const frame = blank(without, lacks.spans);
	const named = lacks.ofPeople ?? nameSomebody(frame, listAsked(frame), { graph, today: days.today });
	const nouns = named.flatMap((kind) => findNouns(frame, kind));
	// The name of a kind requests things of it: "requirements" for what is required.
	const isNoun = ({ start, end }: Span): boolean =>
		nouns.some((noun) => start >= noun.start && end <= noun.end);
	const spoken = readRelations(frame, graph).filter(({ spans }) => !spans.every(isNoun));
	const isIn = (node: EntityHeader): boolean =>
		input.project !== undefined || node.project_id === project?.id;
	const all = before && saysThem(query) ? listThem(input, before) : [];
	const isAmongWords = SOME_OF_THEM.test(query) || WHICH_ONES.test(query) || saysWhich(query);
	const listed = project && isAmongWords ? all.filter(isIn) : all;
	const masked = new MaskedQuestion(frame);
	maskFrame(masked, {
		graph,
		named: named.length === 0 ? kindsOf(graph, listed) : named,
		project,
		said: isQuestion ? spoken.flatMap(({ spans }) => spans) : [],
	});

	const again = before && readAgain(input, before);
	if (again) return sure(again);
	if (before && saysAgain(query, query)) {
		const repeated = repeatFor(input, before, { named, titled, left: masked.left });
		if (repeated) return sure(repeated);
	}

	if (before) masked.take(/\bthe (?:first|second|third|last)(?: one\b|(?=\s*[?.!]*$))/i);
	const asking = { kinds: graph.kinds.all, today: days.today, language: graph.language };
	const isAlone = before !== undefined && readIntent(frame, { ...asking, wanted: named }) !== undefined;
	const isAmong = listed.length > 0 && isAmongWords;
	const isBack =
		titled === undefined &&
		!isAmong &&
		(before ?? focus) !== undefined &&
		refersBack(query, masked.left, { graph, isAlone });
	const found = titled
		? [titled]
		: isBack || (listed.length > 0 && !isAmong)
			? []
			: findSubjects(graph, masked.left, {
					kinds: named,
					whole: query,
					isAsked:
						spoken.length > 0 || ASKS_WHO.test(frame) || (named.length > 0 && OF_SOMETHING.test(frame)),
				});
	// A question that names nothing that there is may leave out what it is about: "who is the foreman?"
	const isElliptic = isBack || (found.length === 0 && !isAlone);
	const spokenOf =
		isElliptic && before && listed.length === 0 ? recallSubjects(graph, { query, history, before }) : [];
	const [recalled] = spokenOf;
	// A project is where to look: a question asked in it is not about the project by that.
	const origin = focus?.project_id === focus?.id ? undefined : focus;
	const isPlace = project && found.length === 0 && recalled === undefined && asksProject(frame, named);
	const sources: readonly Source[] = [
		...found.map((subject) => ({ from: [subject.node], named: subject })),
		...(listed.length > 0 && !isAmong ? [{ from: listed }] : []),
		...(found.length === 0 && listed.length === 0
			? recalled
				? spokenOf.map((node) => ({ from: [node], isRecalled: true as const }))
				: (origin ? [origin] : []).map((node) => ({ from: [node] }))
			: []),
		...(isPlace ? [{ from: [project] }] : []),
		...(found.length === 0 && recalled === undefined && listed.length === 0 && named.length === 0
			? listOurs(input, { frame, spoken, project })
			: []),
		...(project && found.length === 0 && recalled === undefined && listed.length === 0
			? listMembers(graph, { frame, named, project })
			: []),
	];
	const isRequest = origin !== undefined && found.length === 0 && asksToDo(query);
	const read =
		isQuestion && !isRequest && (!isAmong || found.length > 0)
			? readFirst(input, {
					sources: joinNamed(sources, query),
					frame,
					named: isAmong && named.length === 0 ? kindsOf(graph, listed) : named,
					spoken,
					place: project,
				})
			: undefined;
	const subject = read?.source.named ?? found[0];
	const wanted = listWanted(named, query, subject);
	const ids = new Set(listed.map(({ id }) => id));
	const reached = read && leaveOthers(read.walk, input, before);
	const kept = isAmong && reached ? narrowWalk(reached, ({ node }) => ids.has(node.id)) : reached;
	const second =
		kept && subject && named.length > 0
			? narrowBySecond(kept, { graph, query, left: masked.left, said: read?.said ?? [], subject })
			: undefined;
	const walk = second?.walk ?? kept;
	if (second) masked.takeSpans([second]);
	// Words read as a relation are no rule: "which tasks does it block?"
	const rules = walk
		? blank(blankWords(frame, IF), [...(subject ? [subject] : []), ...(walk.along ? (read?.said ?? []) : [])])
		: frame;
	// A list of late items says nothing of items that will be late.
	if (subject && !subject.isUnsure && named.length === 0 && FORESEES.test(query) && (!walk || read?.isWork))
		return sure(foresee(graph, subject.node, query));
	// A rule selects among the entities that the walk reached, or that were listed.
	const ofWhich = walk && (read?.isWork || listed.length > 0) ? walk.reached.map(({ node }) => node) : listed;
	const isUnnamed = wanted.length === 0;
	const decided =
		isUnnamed && walk ? listDecidedOn(graph, walk, readDayRange(rules, days.today, "back")) : [];
	const kinds = isUnnamed && ofWhich.length > 0 ? kindsOf(graph, ofWhich) : [...wanted, ...decided];
	const intent = isRequest
		? undefined
		: readIntent(rules, { ...asking, wanted: kinds, since: since?.range, missing: lacks.missing });
	const valued =
		walk || isRequest ? undefined : readValued(graph, { left: masked.left, frame, kinds, intent, days });
	if (valued)
		return sure({ ...NOTHING_READ, intent: valued, project, among: listed.length > 0 ? listed : undefined });
	const isFew = intent?.asks.some(({ rule }) => rule === "next" || rule === "upcoming" || rule === "latest");
	masked.takeSpans(intent?.kinds.flatMap((kind) => spansOfDay(frame, kind, intent, graph)) ?? []);
	if (isFew) masked.take(/\b(?:next|do|first|most|comes?|coming|up|due)\b/i);
	// A name accounts for its words where something is asked of what it names; otherwise they say what to look for.
	if (walk) {
		masked.takeSpans([...(subject ? [subject] : []), ...(read?.said ?? [])]);
		masked.take(LIGHT_VERBS);
		if (read?.source.isBoth) masked.take(SHARED);
	} else {
		// Words of a relation that led nowhere are words again, and so is a name of which nothing is asked.
		const isFiled = project !== undefined && found.length === 0 && named.length > 0;
		const lost = intent
			? []
			: spoken.filter(({ rel }) => !(isFiled && isContainment(rel))).flatMap(({ spans }) => spans);
		for (const span of [...lost, ...(titled ? [titled] : [])]) masked.putBack(query, span);
	}
	if (origin) masked.take(REQUESTS);
	if (intent && ASKS_WHO.test(frame)) masked.take(LIGHT_VERBS);
	const rest = isRequest ? [] : leftTerms(masked.left, graph);
	const isMeant = isBack || (recalled !== undefined && walk !== undefined);
	const meant = read?.source.isRecalled ? read.source.from[0] : recalled;
	const about = subject?.node ?? (isMeant && listed.length === 0 ? (meant ?? origin) : origin);
	const namedProject = input.project === undefined ? project : undefined;
	const set =
		intent ??
		(walk === undefined && about === undefined && rest.length === 0
			? wantEverything(graph, { frame, kinds, isAmong, hasProject: project !== undefined })
			: undefined);
	const isAboutProject =
		namedProject !== undefined &&
		about === undefined &&
		walk === undefined &&
		set === undefined &&
		saysNothingElse(masked, undefined, graph);
	const searchFor =
		origin && subject === undefined && !walk && set === undefined && rest.length === 0
			? origin.title
			: undefined;
	// "Which risks threaten it?", where the graph has none: risks that mention it are searched.
	const isKindAsked = !walk && !set && rest.length > 0 && asksForKinds(frame, named);
	// "When were they made?" asks for what is known of each.
	const [one, ...more] = listed.length <= MOST_DETAILED && wantsReason(frame) && !walk && !set ? listed : [];
	if (one && !isAmong) return sure({ ...NOTHING_READ, subject: one, others: more, comesFirst: true, rest });
	const plan: QuestionPlan = {
		...NOTHING_READ,
		intent: walk && set && isAll(set) ? undefined : set,
		project: project ?? (listed.length > 0 ? before?.project : undefined),
		subject: isAboutProject ? namedProject : about,
		comesFirst:
			(subject === undefined && recalled !== undefined && (isBack || walk !== undefined)) ||
			(subject !== undefined && saysNothingElse(masked, subject, graph)) ||
			isAboutProject,
		walk,
		among: listed.length > 0 && walk === undefined ? listed : undefined,
		rest,
		searchFor,
		// In "summarize this page" the kind is that of the focus; in "similar tasks" it is what to look for.
		searchKinds:
			(searchFor !== undefined && asksForAlike(query)) || isKindAsked ? named.map(({ kind }) => kind) : [],
	};
	return {
		plan,
		isUnsure: subject?.isUnsure === true,
		isRecalled: walk !== undefined && read?.source.isRecalled === true && !isBack,
	};
}

/** "What did Maren decide in October?": lists the reached kinds, where a day says when they were decided. */
function listDecidedOn(graph: GraphView, walk: Walk, range: DayRange | undefined): readonly Kind[] {
	const kinds = kindsOf(
		graph,
		walk.reached.map(({ node }) => node),
	);
	return range && kinds.every(({ dates }) => dates?.decided !== undefined) ? kinds : [];
}

/** Plans a question about consequences: the entity, its blockers, and the matches of a search for the words. */
function foresee(graph: GraphView, subject: EntityHeader, query: string): QuestionPlan {
	const walk = walkRelation(graph, [subject], { rel: "blocks", direction: "incoming" });
	return { ...NOTHING_READ, subject, comesFirst: true, walk, rest: leftTerms(query, graph) };
}

/** Where a question says the day by which its rule goes: "joined". */
function spansOfDay(frame: string, kind: Kind, { asks }: Intent, { language }: GraphView): readonly Span[] {
	const fields = new Set(
		asks.flatMap((ask) => ("field" in ask && ask.field !== undefined ? [ask.field] : [])),
	);
	const said = fields.size === 0 ? undefined : findSaidDay(frame, kind, language);
	return said && fields.has(said.field) ? said.words : [];
}

/** Whether a question is a name and what is to be done about it: "Summarise Heron". */
function saysNothingElse(masked: MaskedQuestion, found: NamedSubject | undefined, graph: GraphView): boolean {
	const rest = new MaskedQuestion(masked.left);
	if (found) rest.takeSpans([found]);
	rest.take(REQUESTS);
	return leftTerms(rest.left, graph).length === 0;
}
