import { dueDay, isBlocked, isOverdue } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { groupBy } from "../../graph/model/group-by.ts";
import type { Fact, Kind, SlicePick } from "../../graph/model/kind.ts";
import { thenById } from "../../graph/model/order.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Candidate } from "../model/candidate.ts";
import {
	capitalize,
	type Findings,
	findPart,
	type ItemGroup,
	joinFindings,
	makeCandidate,
	makeGroup,
	NOTHING_FOUND,
} from "../model/findings.ts";
import type { ProjectPart } from "../model/recipe.ts";
import { isWithin } from "../model/request.ts";
import type { CollectScope } from "./collector.ts";
import { nameStep } from "./find-parents.ts";
import { findContextDocument, measureCoverage, membersOf } from "./list-project-entities.ts";
import { LIGHT_SNAPSHOT, type Reached, reachMembers, snapshotProject } from "./snapshot-project.ts";

export interface SliceEntry {
	readonly node: EntityHeader;
	readonly richest: "light" | "title";
	/** Overdue or blocked. */
	readonly isPressing: boolean;
	/** All of its kind are listed, joined to the project or not. */
	readonly isAlwaysNamed: boolean;
	readonly reason: string;
}

export interface KindSlice {
	readonly kind: Kind;
	readonly entries: readonly SliceEntry[];
	readonly total: number;
	/** Undefined for a kind that is never due, or never blocked. */
	readonly overdue: number | undefined;
	readonly blocked: number | undefined;
}

interface SliceScope {
	readonly kind: Kind;
	readonly members: readonly EntityHeader[];
	readonly reached: ReadonlyMap<string, Reached>;
	readonly days: ReaderDays;
	/** Urgent entities are listed even if they do not pass. */
	readonly passes: (node: EntityHeader) => boolean;
}

function explainEntry(node: EntityHeader, { kind, reached, days }: SliceScope): string {
	if (isOverdue(kind, node, days)) return `overdue: due ${dueDay(kind, node, days)}`;
	if (isBlocked(kind, node)) return "blocked";
	const depth = reached.get(node.id)?.depth;
	if (depth === undefined) return "belongs to the project";
	return depth === 1 ? "joined to the project" : `${depth} steps from the project`;
}

function pickEntries(pick: SlicePick, taken: ReadonlySet<string>, scope: SliceScope): readonly SliceEntry[] {
	const { kind, members, reached, days, passes } = scope;
	const isPressing = (node: EntityHeader): boolean => isOverdue(kind, node, days) || isBlocked(kind, node);
	const compare = thenById(pick.compare);
	const depthOf = (node: EntityHeader): number => (pick.everyMember ? 0 : (reached.get(node.id)?.depth ?? 0));
	const ordered = members
		.filter((node) => !taken.has(node.id) && (pick.everyMember || reached.has(node.id)))
		.filter((node) => (pick.fits?.(node, days) ?? true) && (passes(node) || isPressing(node)))
		.sort((a, b) => depthOf(a) - depthOf(b) || compare(a, b));
	const listed = pick.titlesBeyond ? ordered : ordered.slice(0, pick.limit);
	return listed.map((node, index) => ({
		node,
		richest: index < pick.limit ? "light" : "title",
		isPressing: isPressing(node),
		isAlwaysNamed: pick.everyMember === true && pick.fits === undefined,
		reason: explainEntry(node, scope),
	}));
}

function selectSlice(scope: SliceScope): KindSlice {
	const { kind, members, days } = scope;
	const entries: SliceEntry[] = [];
	for (const pick of kind.slice ?? []) {
		entries.push(...pickEntries(pick, new Set(entries.map(({ node }) => node.id)), scope));
	}
	const isEverBlocked = kind.states.some((state) => state.blocked);
	return {
		kind,
		entries,
		total: members.length,
		overdue: kind.dates?.due ? members.filter((node) => isOverdue(kind, node, days)).length : undefined,
		blocked: isEverBlocked ? members.filter((node) => isBlocked(kind, node)).length : undefined,
	};
}

/** Lists a project's entities of each kind, in the order the kinds are declared. Each kind chooses and orders its own. */
function selectSlices(input: {
	readonly graph: GraphView;
	readonly projectId: string;
	readonly days: ReaderDays;
	readonly passes: (node: EntityHeader) => boolean;
}): readonly KindSlice[] {
	const { graph, projectId, days, passes } = input;
	const reached = reachMembers(graph, projectId);
	const byKind = groupBy(membersOf(graph, projectId), ({ kind }) => kind);
	return graph.kinds.all.flatMap((kind) => {
		const members = byKind.get(kind.kind);
		return members ? [selectSlice({ kind, members, reached, days, passes })] : [];
	});
}

/** The relevance of slices among each other: urgent items, items with a light form, items that are only named. */
const RELEVANCE = { pressing: 0.9, light: 0.6, title: 0.4, node: 0.5 };

type ProjectScope = CollectScope & { readonly project: EntityHeader };

const pathTo = (project: EntityHeader, node: EntityHeader): Candidate["path"] => [
	nameStep(project),
	nameStep(node),
];

function listHeaderFacts({ reader: { graph }, project }: ProjectScope): readonly Fact[] {
	const document = findContextDocument(graph, project.id);
	const counts = Object.entries(measureCoverage(graph, project.id)).map(([plural, { total }]) => [
		plural,
		total,
	]);
	return [
		...(document
			? [
					{ name: "context_document_id", value: document.ref },
					{ name: "context_document_title", value: document.title },
				]
			: []),
		{ name: "entity_counts", value: Object.fromEntries(counts) },
	];
}

function collectHeader(scope: ProjectScope): Findings {
	const { reader, project, days } = scope;
	const { tell } = reader.graph.kinds.get(project.kind);
	const group = makeGroup({
		section: "project",
		key: "header",
		heading: "## Project\n\n",
		printMissing: (count) => `- ... and ${count} more projects: call list_entities with kind project\n\n`,
	});
	const candidate = makeCandidate(group, project, {
		collector: "project",
		position: 0,
		relevance: 1,
		reason: "the project",
		presentation: {
			as: "entity",
			richest: "light",
			facts: [...(tell?.(project, reader.graph, days) ?? []), ...listHeaderFacts(scope)],
		},
		mandatory: true,
	});
	return { candidates: [candidate], parts: [group], considered: 1 };
}

function collectSnapshot({ reader, recipe, project }: ProjectScope): Findings {
	const snapshot = snapshotProject(reader.graph, project, { ...LIGHT_SNAPSHOT, depth: recipe.snapshotDepth });
	const listedByMembership = reader.graph.kinds.all
		.filter(({ slice }) => slice?.some((pick) => pick.everyMember && pick.fits === undefined))
		.map(({ plural }) => plural);
	const candidates = snapshot.nodes
		.flatMap(({ id }) => reader.graph.node(id) ?? [])
		.map((node) =>
			makeCandidate({ section: "project", key: "snapshot" }, node, {
				collector: "project",
				position: 0,
				relevance: RELEVANCE.node,
				path: pathTo(project, node),
				reason: "in the graph of the project",
			}),
		);
	const part: Parameters<typeof findPart>[0] = {
		...{ section: "project" as const, name: "project graph", cap: recipe.snapshotTokens },
		content: { as: "snapshot", project, snapshot, candidates, listedByMembership },
		// Beside something in focus it is shown if it fits; it must not push the focus out.
		...(recipe.collectors.includes("focus") && { onlyFromRest: true }),
	};
	return findPart(part, snapshot.nodes.length);
}

/** Zero counts are printed too: a reader who finds nothing about lateness would have to ask. */
function printSliceHeading({ kind, total, overdue, blocked }: KindSlice): string {
	const counts = [
		...(overdue === undefined ? [] : [`${overdue === 0 ? "none" : overdue} overdue`]),
		...(blocked === undefined ? [] : [`${blocked === 0 ? "none" : blocked} blocked`]),
	];
	return `### ${capitalize(kind.plural)} (${[total, ...counts].join(", ")})\n\n`;
}

function describeEntry(entry: SliceEntry, position: number, scope: ProjectScope, kind: KindSlice["kind"]) {
	const { reader, project, days } = scope;
	const { node, richest, isPressing, isAlwaysNamed, reason } = entry;
	return makeCandidate({ section: "project", key: kind.kind }, node, {
		collector: "project",
		position,
		relevance: isPressing ? RELEVANCE.pressing : RELEVANCE[richest],
		path: pathTo(project, node),
		reason,
		...(isPressing && { isPressing }),
		...(isAlwaysNamed && { isAlwaysNamed }),
		presentation: { as: "entity", richest, facts: kind.tell?.(node, reader.graph, days) ?? [] },
	});
}

function collectSlices(scope: ProjectScope): Findings {
	const { reader, request, project, days } = scope;
	const passes = ({ updated_at }: EntityHeader): boolean => isWithin(request.hints?.timeRange, updated_at);
	const slices = selectSlices({ graph: reader.graph, projectId: project.id, days, passes });
	return {
		candidates: slices.flatMap(({ kind, entries }) =>
			entries.map((entry, position) => describeEntry(entry, position, scope, kind)),
		),
		parts: slices.map((slice): ItemGroup => {
			const { kind, plural } = slice.kind;
			return makeGroup({
				section: "project",
				key: kind,
				heading: printSliceHeading(slice),
				beyond: slice.total - slice.entries.length,
				linesFirst: true,
				printMissing: (count) =>
					`- ... and ${count} more ${count === 1 ? kind : plural}: call list_entities with kind ${kind} and project_id ${project.ref}\n\n`,
			});
		}),
		considered: slices.reduce((sum, { total }) => sum + total, 0),
	};
}

function collectCoverage({ reader, recipe, project }: ProjectScope): Findings {
	const coverage = measureCoverage(reader.graph, project.id);
	if (Object.keys(coverage).length === 0) return NOTHING_FOUND;
	const content = { as: "coverage", project, coverage } as const;
	return findPart({ section: "project", name: "edge coverage", cap: recipe.coverageTokens, content }, 0);
}

const PARTS: Readonly<Record<ProjectPart, (scope: ProjectScope) => Findings>> = {
	header: collectHeader,
	snapshot: collectSnapshot,
	slices: collectSlices,
	coverage: collectCoverage,
};

/** The project a question is about: what it is, how it hangs together, what it holds, where edges are missing. */
export function collectProject(scope: CollectScope): Findings {
	const { project, recipe } = scope;
	if (project === undefined) return NOTHING_FOUND;
	return joinFindings(recipe.projectParts.map((part) => PARTS[part]({ ...scope, project })));
}
