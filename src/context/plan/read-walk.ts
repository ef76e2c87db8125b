import type { Kind } from "../../graph/model/kind.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import { parseQuery } from "../../graph/query/parse-query.ts";
import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";
import {
	isPeople,
	isStillOpen,
	listCrewOf,
	listFiledUnder,
	listHeldUpOf,
	listPeopleKinds,
	listPeopleOf,
	listWorkOf,
} from "./list-work.ts";
import type { Walk } from "./question-plan.ts";
import { readTokens, stemOf } from "./question-tokens.ts";
import { chooseDirection, readOwnRelations, type SpokenRelation } from "./read-relation.ts";
import { keepKinds, walkBy, walkRelation, walkToKinds } from "./walk-relation.ts";

const ASKS_WHO = /\b(?:who|whose|whom|people|person|anyone|anybody|somebody|someone)\b/i;
/** Asks who does something about a thing, rather than who knows, wants or wrote it. */
const ASKS_WHO_DOES =
	/\b(?:on|in charge|responsible|behind|works?|working|doing|does|handles?|handling|involved|takes? care|look(?:s|ing)? after)\b/i;
/** Asks for everybody who does something there, and not only for whom it belongs to. */
const ASKS_FOR_CREW = /\b(?:works?|working|involved|busy)\b/i;
/** Asks what somebody does. */
const ASKS_FOR_WORK = /\b(?:work(?:s|ing)? on|busy with|doing|up to|do next|on (?:his|her|their) plate)\b/i;
const ASKS_FOR_LEFT = /\b(?:left|remains?|remaining|outstanding|open|to do|unfinished)\b/i;
const ASKS_WHAT = /\b(?:what|anything|which)\b/i;
const ASKS_STATUS = /\b(?:status|state of play|progress|update on)\b/i;
const ASKS_WHY = /\b(?:why|how come)\b/i;
/** How large or until when something is, is a fact and no set. */
const ASKS_HOW =
	/^\W*(?:(?:and|so|but|ok|okay)\W+)*(?:(?:until|since|by|from) when|how(?! many| do| does| did| is| was))\b|\bhow (?:much|long|far|often|large|big)\b/i;

const WAITING: ReadonlySet<string> = new Set(RELATIONS.flatMap(({ rel, waits }) => (waits ? [rel] : [])));

export interface WalkInput {
	readonly graph: GraphView;
	/** The question without the name of its subject. */
	readonly query: string;
	/** What the question is about; several where it asks about a set. */
	readonly from: readonly GraphNode[];
	/** Where the question names it; undefined where it does not. */
	readonly start: number | undefined;
	/** Relations that ship of which the question speaks. */
	readonly spoken: readonly SpokenRelation[];
	/** Kinds that it asks for. */
	readonly wanted: readonly Kind[];
}

/** A walk, and the words by which it was asked for. */
export interface ReadWalk {
	readonly walk: Walk;
	readonly said: SpokenRelation["spans"];
}

const kindsOf = (kinds: readonly Kind[]): readonly string[] => kinds.map(({ kind }) => kind);

/** "What serves the goal of …": a kind may say what is named, and not what is asked for. */
function keepWanted(walk: Walk | undefined, wanted: readonly Kind[]): Walk | undefined {
	const kept = keepKinds(walk, kindsOf(wanted));
	if (kept !== undefined || walk === undefined) return kept;
	const isOfSubject = wanted.every(({ kind }) => walk.from.some((node) => node.kind === kind));
	return isOfSubject ? walk : undefined;
}

/** The kinds behind computed fields of the subject that the question says: the members of a team are people. */
function listComputedKinds({ graph, query, from }: WalkInput): readonly string[] {
	const said = new Set(readTokens(query, graph.language).flatMap(({ stems }) => stems));
	return from.flatMap(({ kind }) =>
		(graph.kinds.find(kind)?.fields ?? []).flatMap((field) => {
			if (field.type !== "computed" || !said.has(stemOf(field.name, graph.language))) return [];
			const { text } = parseQuery(field.query).kind;
			return graph.kinds.all
				.filter((other) => other.kind.toLowerCase() === text.toLowerCase())
				.map((other) => other.kind);
		}),
	);
}

/** What the question asks of its subject over a relation that it says. */
function followSpoken(
	input: WalkInput,
	spoken: readonly SpokenRelation[],
	kinds: readonly Kind[],
): ReadWalk | undefined {
	const { graph, from, start } = input;
	for (const relation of spoken) {
		const direction = chooseDirection(graph, from, relation, start);
		const walk = walkRelation(graph, from, { rel: relation.rel, direction });
		const kept = keepWanted(walk, kinds);
		const said = spoken.filter(({ rel }) => rel === relation.rel).flatMap(({ spans }) => spans);
		if (kept) return { walk: kept, said };
	}
	return undefined;
}

/** What somebody has to do, or is held up with. */
function readWork({ graph, query, from, spoken }: WalkInput): Walk | undefined {
	const isPerson = from.every(({ kind }) => {
		const found = graph.kinds.find(kind);
		return found !== undefined && isPeople(found);
	});
	if (!isPerson) return undefined;
	const isHeldUp = spoken.some(({ rel }) => WAITING.has(rel)) || /\b(?:stuck|blocked|held up)\b/i.test(query);
	if (isHeldUp) return walkBy(from, "blocked work", (person) => listHeldUpOf(graph, person));
	return ASKS_FOR_WORK.test(query)
		? walkBy(from, "open work", (person) => listWorkOf(graph, person))
		: undefined;
}

/** Who has to do with the subject. Who understands a thing is not always who owns it. */
function readPeople({ graph, query, from }: WalkInput): Walk | undefined {
	if (!ASKS_WHO_DOES.test(query)) return undefined;
	const isCrew = ASKS_FOR_CREW.test(query);
	return walkBy(from, "people", (node) => (isCrew ? listCrewOf(graph, node) : listPeopleOf(graph, node)));
}

/** What the question asks of its subject: over the relation it says, by a field, by people, or by a kind. */
export function readWalk(input: WalkInput): ReadWalk | undefined {
	const { graph, query, from, spoken, wanted } = input;
	if (from.length === 0) return undefined;
	if (ASKS_WHY.test(query) || ASKS_HOW.test(query)) return undefined;
	const people = listPeopleKinds(graph);
	const asksWho = ASKS_WHO.test(query) && people.length > 0;
	const isWhoAlone = asksWho && wanted.length === 0;
	const nouns = new Set(
		wanted.flatMap((kind) => [kind.kind, kind.plural, kind.label].map((noun) => noun.toLowerCase())),
	);
	const own = readOwnRelations(query, graph, from).filter(({ rel }) => !nouns.has(rel));
	const all = [...spoken, ...own].sort((a, b) => lengthOf(b) - lengthOf(a));
	const followed =
		followSpoken(input, all, isWhoAlone ? people : wanted) ??
		// "Who supplies it?" may ask for a company.
		(isWhoAlone ? followSpoken(input, own, []) : undefined);
	if (followed) return followed;
	const said = spoken.flatMap(({ spans }) => spans);
	const walk = readWork(input) ?? readMembers(input) ?? (isWhoAlone ? readPeople(input) : readKinds(input));
	return walk && { walk, said };
}

/** What a computed field of the subject is made of. */
function readMembers(input: WalkInput): Walk | undefined {
	const kinds = new Set(listComputedKinds(input));
	return kinds.size > 0 ? walkToKinds(input.graph, input.from, { kinds, label: "members" }) : undefined;
}

/** Things of the kinds that were asked for; or what is open, where it is asked how something goes on. */
function readKinds({ graph, query, from, wanted }: WalkInput): Walk | undefined {
	if (wanted.length > 0) {
		const label = wanted.map(({ plural }) => plural.toLowerCase()).join(" and ");
		return walkToKinds(graph, from, { kinds: new Set(kindsOf(wanted)), label });
	}
	const isAboutWork = ASKS_STATUS.test(query) || (ASKS_FOR_LEFT.test(query) && ASKS_WHAT.test(query));
	if (!isAboutWork) return undefined;
	return walkBy(from, "open work", (node) =>
		listFiledUnder(graph, node).filter((work) => isWork(graph, work)),
	);
}

const isWork = (graph: GraphView, node: GraphNode): boolean =>
	graph.kinds.find(node.kind)?.assignedBy !== undefined && isStillOpen(graph, node);

const lengthOf = ({ stems }: SpokenRelation): number => stems.join(" ").length;
