import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { isWaiting } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import {
	fieldsOf,
	isChargeable,
	isPeopleKind,
	listCrewOf,
	listHeldUpOf,
	listPeopleOf,
	listUnlistedCrew,
	listWorkIn,
	listWorkKinds,
	listWorkOf,
} from "./list-work.ts";
import { type Walk, walkBy, walkRelation, walkToKinds } from "./question-plan.ts";
import { STATE } from "./read-choices.ts";
import { readIntent } from "./read-intent.ts";
import { blank, findNouns, leftTerms, sayKinds, withoutScaffolding } from "./read-kinds.ts";
import { chooseDirection, type SpokenRelation } from "./read-relation.ts";

export interface WalkInput {
	readonly graph: GraphView;
	/** The question without the name of its subject. */
	readonly query: string;
	/** The subject of the question; several where it asks about a set. */
	readonly from: readonly EntityHeader[];
	/** Where the question names it; undefined where it does not. */
	readonly start: number | undefined;
	readonly spoken: readonly SpokenRelation[];
	readonly wanted: readonly Kind[];
	readonly today: string;
	/** The subject comes from the turn before, and is not named. */
	readonly isRecalled: boolean;
}

/** "Whose boat is it?" asks for somebody, "whose mentor is she?" for whom she is that to. */
export const ASKS_WHOSE = /\bwhose\b/i;
export const ASKS_FOR_CREW = /\b(?:works?|working|involved|busy)\b|\bwho (?:is|are|was|were) (?:all )?on\b/i;
/** Asks who does something about a thing, rather than who knows, wants or wrote it. */
const ASKS_WHO_DOES =
	/\b(?:on|in charge|responsible|behind|belongs? to|works?|working|doing|does|did|handles?|handling|involved|takes? care|look(?:s|ing)? after|owns?|owners?|leads?|leader|runs?|heads?|assigned|assignees?)\b/i;
/** Verbs that any work can be done by; what is done says its name. */
const DOES_IT =
	/\b(?:do|does|did|done|make|makes|made|take|takes|took|taken|carr(?:y|ies|ied) out|perform(?:s|ed)?|write|writes|wrote|will|has|have|is|was|been)\b/gi;
const ASKS_FOR_WORK =
	/\b(?:work(?:s|ing)? on|busy with|doing|up to|do next|(?:has|have|needs?|must|got) (?:to|still to) (?:do|finish)|left to do|workload|backlog|plate|on the hook|agenda|desk|late (?:with|on)|behind (?:with|on))\b/i;
const ASKS_WHO_IS_IN = /^\W*(?:(?:and|so)\W+)*who (?:is|are|was|were) (?:all )?in\b/i;

/** Reads a question for a person's work, or for what holds them up. */
export function readWork({ graph, query, from, spoken, wanted }: WalkInput): Walk | undefined {
	if (!from.every(({ kind }) => isPeopleKind(graph, kind))) return undefined;
	const isHeldUp = spoken.some(({ rel }) => isWaiting(rel)) || /\b(?:stuck|blocked|held up)\b/i.test(query);
	if (isHeldUp) return walkBy(from, "blocked work", (person) => listHeldUpOf(graph, person));
	if (!ASKS_FOR_WORK.test(query)) return undefined;
	const work = new Set(listWorkKinds(graph));
	if (wanted.length === 0 || wanted.some((kind) => work.has(kind)))
		return walkBy(from, "open work", (person) => listWorkOf(graph, person));
	// "Which projects does Fergus work on?": those that his work is in.
	const kinds = new Set(wanted.map(({ kind }) => kind));
	const label = sayKinds(wanted);
	return walkBy(from, label, (person) =>
		(walkToKinds(graph, listWorkOf(graph, person), { kinds, label })?.reached ?? []).map(({ node }) => node),
	);
}

/** "Who is waiting for the lid tool?", "whose work holds up the drill?": who does what waits for it, or what it waits for. */
export function readWaiting(input: WalkInput): Walk | undefined {
	const { graph, from, spoken, start } = input;
	const people = new Set(from.filter(({ kind }) => isPeopleKind(graph, kind)).map(({ id }) => id));
	for (const relation of spoken.filter(({ rel }) => isWaiting(rel))) {
		const direction = chooseDirection(graph, from, relation, start);
		const walk = walkBy(from, "people", (node) => {
			const work = people.has(node.id) ? listWorkOf(graph, node) : [node];
			return work
				.flatMap((each) => walkRelation(graph, [each], { rel: relation.rel, direction })?.reached ?? [])
				.flatMap((reached) => listPeopleOf(graph, reached.node))
				.filter(({ id }) => id !== node.id);
		});
		if (walk) return walk;
	}
	return undefined;
}

/** Reads a question for the people around the subject. The expert on a thing is not always its owner. */
export function readPeople({ graph, query, from, start }: WalkInput): Walk | undefined {
	const nouns = from
		.flatMap(({ kind }) => graph.kinds.find(kind) ?? [])
		.flatMap((kind) => findNouns(query, kind));
	// "Who understands the bootloader?": what a name says of somebody is not what they have to do with what is called so.
	const isClause = start !== undefined && /\bwho\s*$/i.test(query.slice(0, start));
	const isOnlyDone =
		(!isClause || from.every((node) => isChargeable(graph, node))) &&
		leftTerms(withoutScaffolding(blank(query, nouns).replace(DOES_IT, " ")), graph).length === 0;
	if (!ASKS_WHO_DOES.test(query) && !ASKS_WHOSE.test(query) && !isOnlyDone) return undefined;
	const isCrew = ASKS_FOR_CREW.test(query);
	const walk = walkBy(from, "people", (node) =>
		isCrew ? listCrewOf(graph, node) : listPeopleOf(graph, node),
	);
	const unlisted = isCrew ? from.flatMap((node) => listUnlistedCrew(graph, node)) : [];
	return walk && unlisted.length > 0 ? { ...walk, unlisted } : walk;
}

/** "Who is in it?": those whom a list of its own names, where it has one. */
export function readInside({ graph, query, from }: WalkInput, people: readonly Kind[]): Walk | undefined {
	if (!ASKS_WHO_IS_IN.test(query)) return undefined;
	const names = new Set(people.map(({ kind }) => kind));
	const rels = fieldsOf(graph, from).flatMap((field) =>
		field.type === "entity_ref_list" && names.has(field.kind) ? [field.rel ?? field.name] : [],
	);
	const [rel, another] = [...new Set(rels)];
	return rel === undefined || another ? undefined : walkRelation(graph, from, { rel, direction: "outgoing" });
}

const OF_WORK: ReadonlySet<string> = new Set([
	"overdue",
	"blocked",
	"due",
	"open",
	"closed",
	"finished",
	"upcoming",
]);

/** "What has Hana finished?", "anything late in the hinge change?": what a rule says of all work there. */
export function readRuled({ graph, query, from, today }: WalkInput): Walk | undefined {
	const wanted = listWorkKinds(graph);
	const intent = readIntent(query, { kinds: graph.kinds.all, wanted, today, language: graph.language });
	const isRuled =
		intent?.asks.every(({ rule }) => OF_WORK.has(rule)) || intent?.marks.some(({ field }) => field === STATE);
	return isRuled ? walkBy(from, "work", (node) => listWorkIn(graph, node)) : undefined;
}
