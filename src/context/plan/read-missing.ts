import type { EntityHeader } from "../../graph/model/entity.ts";
import { isReference } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { Direction } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { hasSomebody, isPeople, LOOSE } from "./list-work.ts";
import type { Span } from "./mask-words.ts";
import { type QuestionToken, readTokens } from "./question-tokens.ts";
import { findNouns } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";
import { readRelations, readRelationsOf } from "./read-relation.ts";

/** Something that the requested entities lack: an assignee, or an entity at the other end of a relation. */
export interface Missing {
	/** "owner", as the question says it. */
	readonly said: string;
	/** Nobody, or nothing of a kind, where it is no relation. */
	readonly rel: string | "people" | "kind" | "held";
	readonly kind?: string;
	/** The entities that do have it, where an earlier step found them. */
	readonly held?: ReadonlySet<string>;
	readonly direction: Direction | undefined;
}

interface Lacks {
	readonly missing: readonly Missing[];
	readonly spans: readonly Span[];
	/** The kinds of people of whom it is said, where no kind is named: "who has no manager?" */
	readonly ofPeople?: readonly Kind[];
}

const LACKS = new Set("without lack lacks lacking no nobody none nothing".split(" "));
const BY_NOBODY = new Set("nobody none nothing".split(" "));
const PEOPLE =
	/\b(?:owners?|own|owns|assignees?|assigned|responsible|leaders?|lead|leads|person|handl\w+|looks? after|anyone|anybody|someone|works? on|working on|on (?:it|them))\b/i;
const FARTHEST = 5;

/** Returns the words as they read after "without": "nobody is on them" lacks anybody on them. */
const sayPeople = (said: string): string => (/^on\b/i.test(said) ? `anybody ${said}` : said);

/** Lists the workspace's own relations of some kinds: by their reference fields, or by an edge. */
function listOwnRels(graph: GraphView, kinds: readonly Kind[]): readonly string[] {
	const declared = kinds.flatMap(({ fields }) =>
		fields.filter(isReference).map((field) => field.rel ?? field.name),
	);
	const names = new Set(kinds.map(({ kind }) => kind));
	const drawn = [...graph.nodes()]
		.filter(({ kind }) => names.has(kind))
		.flatMap(({ id }) => graph.linksOf(id).map(({ edge }) => edge.rel));
	return [...new Set([...declared, ...drawn])];
}

/** Reads what the requested kinds must lack: "without an owner", "that nothing mitigates". */
export function readMissing(question: string, graph: GraphView, named: readonly Kind[]): Lacks {
	const tokens = readTokens(question, graph.language);
	const at = named.length === 0 ? -1 : tokens.findIndex(({ word }) => LACKS.has(word));
	const lack = tokens[at];
	if (lack === undefined) return NO_LACK;
	const last = tokens[Math.min(tokens.length, at + 1 + FARTHEST) - 1] as QuestionToken;
	const behind = " ".repeat(lack.end) + question.slice(lack.end, last.end);
	const kinds = named.filter((kind) => !isWithin(kind, behind));
	const [first] = [
		...readRelationsOf(behind, graph, listOwnRels(graph, kinds)),
		...readRelations(behind, graph),
	];
	// "With no due date in Heron": a field that holds nothing is a mark, and a place is no relation.
	const plain = new Set(
		kinds.flatMap(({ fields }) => fields.filter((field) => !isReference(field)).map(({ name }) => name)),
	);
	const { marks } = readMarks(question, kinds, graph.language);
	const isField = marks.some(
		({ field, values, start }) =>
			values.length === 0 && plain.has(field) && start >= lack.start && start < last.end,
	);
	if (isField) return NO_LACK;
	const people = PEOPLE.exec(behind);
	const lacking = named.find((kind) => isWithin(kind, behind));
	const noun = lacking && kinds.length > 0 ? findNouns(behind, lacking)[0] : undefined;
	// "Without a plan in Heron": what comes first is what is missing.
	const isKind =
		noun !== undefined &&
		noun.start < Math.min(first?.spans[0]?.start ?? Infinity, people?.index ?? Infinity);
	if (lacking && isKind) return lackKind(lacking, { start: lack.start, end: noun.end });
	// A state that nobody brought about is a mark of its own: "decisions nobody has made".
	const isState = marks.some(({ values, start, end }) =>
		values.some((value) => String(value).replaceAll("_", " ") === question.slice(start, end).toLowerCase()),
	);
	if (isState) return NO_LACK;
	const isAgent = BY_NOBODY.has(lack.word);
	const isAssignable = kinds.every(({ assignedBy }) => assignedBy !== undefined);
	const isSomebody = people !== null && (isAssignable || first === undefined);
	const end = isSomebody ? people.index + people[0].length : first?.spans.at(-1)?.end;
	const missing: Missing | undefined = isSomebody
		? { said: sayPeople(people[0]), rel: "people", direction: undefined }
		: first && {
				said: question.slice(first.spans[0]?.start, end),
				rel: first.rel,
				direction:
					directionOf(graph, kinds, first.rel) ?? (isAgent === first.isForward ? "incoming" : "outgoing"),
			};
	if (missing === undefined || end === undefined) return NO_LACK;
	const lacks: Lacks = { missing: [missing], spans: [{ start: lack.start, end }] };
	const isWho =
		kinds.length > 0 && kinds.every((kind) => isPeople(kind) && findNouns(question, kind).length === 0);
	if (!isWho) return lacks;
	const ofPeople = kinds.filter((kind) => listOwnRels(graph, [kind]).includes(missing.rel));
	return ofPeople.length === 0 ? NO_LACK : { ...lacks, ofPeople };
}

const NO_LACK: Lacks = { missing: [], spans: [] };

/** "Goals without a plan": nothing of a kind is joined to them. */
const lackKind = ({ kind, label }: Kind, span: Span): Lacks => ({
	missing: [{ said: label.toLowerCase(), rel: "kind", kind, direction: undefined }],
	spans: [span],
});

/** A kind named after the word for the lack is the missing one, not the requested one. */
const isWithin = ({ plural, label }: Kind, behind: string): boolean =>
	[plural, label].some((noun) => behind.toLowerCase().includes(noun.toLowerCase()));

/** The one end of a relation at which things of these kinds are; undefined where they are at both. */
function directionOf(graph: GraphView, kinds: readonly Kind[], rel: string): Direction | undefined {
	const names = new Set(kinds.map(({ kind }) => kind));
	const ways = new Set<Direction>();
	for (const node of graph.nodes()) {
		if (!names.has(node.kind)) continue;
		for (const { edge, seenFrom } of graph.linksOf(node.id)) if (edge.rel === rel) ways.add(seenFrom);
		if (ways.size > 1) return undefined;
	}
	return [...ways][0];
}

function isThere(graph: GraphView, node: EntityHeader, { rel, direction, kind, held }: Missing): boolean {
	if (held) return held.has(node.id);
	if (rel === "people") return hasSomebody(graph, node);
	return graph
		.linksOf(node.id)
		.some(({ edge, seenFrom, other }) =>
			rel === "kind"
				? other.kind === kind && !LOOSE.has(edge.rel)
				: edge.rel === rel && other.archived_at === null && (direction ?? seenFrom) === seenFrom,
		);
}

export const lacksAll = (graph: GraphView, node: EntityHeader, missing: readonly Missing[]): boolean =>
	missing.every((each) => !isThere(graph, node, each));
