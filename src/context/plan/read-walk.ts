import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { LOOSE } from "../../graph/model/relations.ts";
import { parseQuery } from "../../graph/query/parse-query.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { fieldsOf, isPeople, isStillOpen, listFiledUnder, listPeopleKinds } from "./list-work.ts";
import { keepKinds, type Walk, walkBy, walkRelation, walkToKinds } from "./question-plan.ts";
import { nounsOf, readTokens, sayKinds, stemOf } from "./read-kinds.ts";
import {
	ASKS_FOR_CREW,
	ASKS_WHOSE,
	readInside,
	readPeople,
	readRuled,
	readWaiting,
	readWork,
	type WalkInput,
} from "./read-people.ts";
import { chooseDirection, compareSpoken, readOwnRelations, type SpokenRelation } from "./read-relation.ts";

const ASKS_WHO = /\b(?:who|whose|whom|people|person|anyone|anybody|somebody|someone|everyone|everybody)\b/i;
const ASKS_WHERE = /\bwhere\b/i;
/** Asks for everybody who does something there, and not only for whom it belongs to. */
const ASKS_WHO_MADE = /\b(?:whose|who (?:made|took|takes|makes))\b/i;
const ASKS_FOR_LEFT = /\b(?:left|remains?|remaining|outstanding|open|to do|unfinished)\b/i;
const ASKS_WHAT = /\b(?:what|anything|which)\b/i;
const ASKS_STATUS = /\b(?:status|state of play|progress|update on|how far)\b/i;
const ASKS_WHY = /\b(?:why|how come)\b/i;
/** How large or until when something is, is a fact and no set. */
const ASKS_HOW =
	/^\W*(?:(?:and|so|but|ok|okay)\W+)*(?:(?:until |since |by |from )?when|how(?! many| far| do| does| did| is| was| are we| will we))\b|\bhow (?:much|long|often|large|big|likely)\b/i;

export interface ReadWalk {
	readonly walk: Walk;
	readonly said: SpokenRelation["spans"];
	/** The walk follows a relation in the question, and not just any edge. */
	readonly isSaid?: true;
	/** All work of what it begins at; a rule says which of it. */
	readonly isWork?: true;
}

const kindsOf = (kinds: readonly Kind[]): readonly string[] => kinds.map(({ kind }) => kind);

/** "What serves the goal of …": a kind may describe the named thing, and not the requested ones. */
function keepWanted(walk: Walk | undefined, wanted: readonly Kind[], query: string): Walk | undefined {
	const kept = keepKinds(walk, kindsOf(wanted));
	if (kept !== undefined || walk === undefined) return kept;
	const isOfSubject = wanted.every(({ kind }) => walk.from.some((node) => node.kind === kind));
	const nouns = wanted.map(nounsOf).join("|");
	const isAskedFor = new RegExp(
		`\\b(?:which|what|list|show|many|all)\\s+(?:\\w+\\s+)?(?:${nouns})\\b|^\\W*(?:the |any )?(?:${nouns})\\s+(?:that|which|who)\\b`,
		"i",
	);
	return isOfSubject && !isAskedFor.test(query) ? walk : undefined;
}

/** The kinds behind computed fields of the subject that the question says: the members of a team are people. */
function listComputedKinds({ graph, query, from }: WalkInput): readonly string[] {
	const said = new Set(readTokens(query, graph.language).flatMap(({ stems }) => stems));
	return fieldsOf(graph, from).flatMap((field) => {
		if (field.type !== "computed" || !said.has(stemOf(field.name, graph.language))) return [];
		const name = parseQuery(field.query).kind.text.toLowerCase();
		return kindsOf(graph.kinds.all.filter(({ kind }) => kind.toLowerCase() === name));
	});
}

function followSpoken(
	input: WalkInput,
	spoken: readonly SpokenRelation[],
	kinds: readonly Kind[],
): ReadWalk | undefined {
	const { graph, from, start } = input;
	for (const relation of spoken) {
		if (isOfAnother(input, relation)) continue;
		const direction = LOOSE.has(relation.rel)
			? "outgoing"
			: chooseDirection(graph, from, relation, whereSaid(input, relation, start));
		const walk = walkRelation(graph, from, { rel: relation.rel, direction });
		const kept = keepWanted(walk, kinds, input.query);
		const said = spoken.filter(({ rel }) => rel === relation.rel).flatMap(({ spans }) => spans);
		if (kept === undefined) continue;
		const alike = spoken.filter((other) => isSameWord(other, relation));
		const others = alike.flatMap((other) => {
			const direction = chooseDirection(graph, from, other, whereSaid(input, other, start));
			return keepWanted(walkRelation(graph, from, { rel: other.rel, direction }), kinds, input.query) ?? [];
		});
		return { walk: others.reduce(joinWalks, kept), said };
	}
	return undefined;
}

/** "And the crew?" is asked of what has one, and not of who is in one. */
const isOfAnother = (
	{ graph, query, from, isRecalled }: WalkInput,
	{ form, rel, isForward }: SpokenRelation,
): boolean =>
	isRecalled &&
	form === "noun" &&
	!ASKS_WHOSE.test(query) &&
	!from.some(({ id }) =>
		graph
			.linksOf(id)
			.some(({ edge, seenFrom }) => edge.rel === rel && (seenFrom === "outgoing") === isForward),
	);

/** One word may name two of the workspace's own relations: a person may lead a team and a plan. */
const isSameWord = (a: SpokenRelation, b: SpokenRelation): boolean =>
	a.rel !== b.rel && a.isOwn === true && b.isOwn === true && !a.isGuess && !b.isGuess && a.start === b.start;

const joinWalks = (walk: Walk, other: Walk): Walk => {
	const known = new Set(walk.reached.map(({ node }) => node.id));
	const more = other.reached.filter(({ node }) => !known.has(node.id));
	return more.length === 0 ? walk : { ...walk, isAltered: true, reached: [...walk.reached, ...more] };
};

/** "Which boats has Ada surveyed?": over something whose kind is what is done. */
function readThrough({ graph, query, from, wanted }: WalkInput, people: readonly Kind[]): Walk | undefined {
	const ends = new Set(kindsOf(wanted.length > 0 ? wanted : people));
	const verbs = new Set(readTokens(query, graph.language).flatMap(({ stems }) => stems));
	const between = new Set(
		graph.kinds.all
			.filter(({ kind, label }) => graph.kinds.isOwn(kind) && verbs.has(stemOf(label, graph.language)))
			.map(({ kind }) => kind),
	);
	if (between.size === 0 || ends.size === 0) return undefined;
	const neighbours = (node: EntityHeader, kinds: ReadonlySet<string>): readonly EntityHeader[] =>
		graph
			.linksOf(node.id)
			.flatMap(({ other }) => (kinds.has(other.kind) && other.archived_at === null ? [other] : []));
	return walkBy(from, [...ends].join(" and ").toLowerCase(), (node) =>
		neighbours(node, between)
			.flatMap((middle) => neighbours(middle, ends))
			.filter(({ id }) => id !== node.id),
	);
}

/** "Whose boss is Greta?": what is named is what the noun says. */
const whereSaid = (
	{ query }: WalkInput,
	{ form, start }: SpokenRelation,
	subject: number | undefined,
): number | "itself" | undefined =>
	form === "noun" && ASKS_WHOSE.test(query) && subject !== undefined && subject > start ? "itself" : subject;

/** Where something is: at the end of a field that is called by a word for a place. */
function readPlace({ graph, query, from }: WalkInput): Walk | undefined {
	const { language } = graph;
	if (!ASKS_WHERE.test(query) || language.places === undefined) return undefined;
	const { places } = language;
	const [rel] = fieldsOf(graph, from).flatMap((field) =>
		field.type === "entity_ref" && isPlaceField(field.name, field.kind, places)
			? [field.rel ?? field.name]
			: [],
	);
	return rel === undefined ? undefined : walkRelation(graph, from, { rel, direction: "outgoing" });
}

const isPlaceField = (name: string, kind: string, places: ReadonlySet<string>): boolean =>
	[...name.toLowerCase().split("_"), kind.toLowerCase()].some((word) => places.has(word));

/** Reads the request about a subject: over the relation in the question, by a field, by people, or by a kind. */
export function readWalk(input: WalkInput): ReadWalk | undefined {
	const { graph, query, from, spoken, wanted } = input;
	if (from.length === 0) return undefined;
	if (ASKS_WHY.test(query) || ASKS_HOW.test(query)) return undefined;
	const people = listPeopleKinds(graph);
	const asksWho = ASKS_WHO.test(query) && people.length > 0;
	// "Whose boat is it?" says of which kind the thing is, and asks for somebody.
	const ofSubject = ({ kind }: Kind): boolean => from.every((node) => node.kind === kind);
	const isWhoAlone =
		asksWho &&
		(wanted.length === 0 ||
			// "Which people work on it?"
			(ASKS_FOR_CREW.test(query) && wanted.every(isPeople)) ||
			(ASKS_WHO_MADE.test(query) && wanted.every(ofSubject)));
	const nouns = new Set(
		wanted.flatMap((kind) => [kind.kind, kind.plural, kind.label].map((noun) => noun.toLowerCase())),
	);
	const own = readOwnRelations(query, graph, from).filter(
		({ rel, form }) => form !== "noun" || !nouns.has(rel),
	);
	const all = dropGuesses([...spoken, ...own]).sort(compareSpoken);
	const gathered = readGathered(input);
	if (gathered) return gathered;
	const followed =
		followSpoken(input, all, isWhoAlone ? people : wanted) ??
		// "Who supplies it?" may ask for a company.
		(isWhoAlone ? followSpoken(input, own, []) : undefined);
	const computed = findComputed(input);
	if (followed) return { ...followed, said: [...followed.said, ...computed], isSaid: true };
	const said = [...spoken.flatMap(({ spans }) => spans), ...computed];
	const walk =
		(isWhoAlone ? readWaiting(input) : undefined) ??
		readWork(input) ??
		readMembers(input) ??
		readPlace(input) ??
		(isWhoAlone ? (readInside(input, people) ?? readPeople(input)) : readKinds(input)) ??
		readThrough(input, asksWho ? people : []);
	if (walk) return { walk, said };
	const work = wanted.length === 0 && !asksWho ? readRuled(input) : undefined;
	return work && { walk: work, said: [], isWork: true };
}

/** "Which tasks serve the goal?": all that its kind counts as its own, also what is filed under something between them. */
function readGathered({ graph, from, spoken, wanted }: WalkInput): ReadWalk | undefined {
	const [start, another] = from;
	// "The goal of a landed cost": a kind may say what is named.
	const [kind, other] = wanted.filter((each) => each.kind !== start?.kind);
	if (start === undefined || another || kind === undefined || other) return undefined;
	const isSaid = (over: readonly string[]): boolean =>
		spoken.length === 0 || spoken.some(({ rel }) => over.includes(rel));
	const gathering = graph.kinds
		.find(start.kind)
		?.gathers?.find((each) => each.kind === kind.kind && isSaid(each.over));
	if (gathering === undefined) return undefined;
	const list = (node: EntityHeader): readonly EntityHeader[] =>
		gathering
			.list(node.id, graph)
			.flatMap(({ id }) => graph.node(id) ?? [])
			.filter(({ archived_at }) => archived_at === null);
	const walk = walkBy(from, kind.plural.toLowerCase(), list);
	return walk && { walk, said: spoken.flatMap(({ spans }) => spans), isSaid: true };
}

/** Another word for a relation is none where it is a part of a longer one that is a relation's own: "hold" of "hold up". */
function dropGuesses(spoken: readonly SpokenRelation[]): SpokenRelation[] {
	const sure = spoken.filter(({ isGuess }) => !isGuess);
	const isPart = ({ stems, spans }: SpokenRelation): boolean =>
		sure.some(
			(other) =>
				other.stems.length > stems.length &&
				other.spans.some(({ start }) => spans.some((span) => span.start === start)),
		);
	return spoken.filter((each) => !each.isGuess || !isPart(each));
}

function findComputed({ graph, query, from }: WalkInput): SpokenRelation["spans"] {
	const names = fieldsOf(graph, from).flatMap(({ type, name }) =>
		type === "computed" ? [stemOf(name, graph.language)] : [],
	);
	if (names.length === 0) return [];
	return readTokens(query, graph.language).filter(({ stems }) => stems.some((stem) => names.includes(stem)));
}

function readMembers(input: WalkInput): Walk | undefined {
	const kinds = new Set(listComputedKinds(input));
	return kinds.size > 0 ? walkToKinds(input.graph, input.from, { kinds, label: "members" }) : undefined;
}

/** Lists things of the requested kinds; or open ones, where the question asks how something goes on. */
function readKinds({ graph, query, from, wanted }: WalkInput): Walk | undefined {
	if (wanted.length > 0)
		return walkToKinds(graph, from, { kinds: new Set(kindsOf(wanted)), label: sayKinds(wanted) });
	const isAboutWork = ASKS_STATUS.test(query) || (ASKS_FOR_LEFT.test(query) && ASKS_WHAT.test(query));
	if (!isAboutWork) return undefined;
	return walkBy(from, "open work", (node) =>
		listFiledUnder(graph, node).filter((work) => isWork(graph, work)),
	);
}

const isWork = (graph: GraphView, node: EntityHeader): boolean =>
	graph.kinds.find(node.kind)?.assignedBy !== undefined && isStillOpen(graph, node);
