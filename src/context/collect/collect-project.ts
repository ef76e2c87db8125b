import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Fact } from "../../graph/model/kind.ts";
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
import { findContextDocument, measureCoverage } from "./list-project-entities.ts";
import { type KindSlice, type SliceEntry, selectSlices } from "./select-slices.ts";
import { LIGHT_SNAPSHOT, snapshotProject } from "./snapshot-project.ts";

/** The relevance of slices among each other: urgent items, items with a light form, items that are only named. */
const RELEVANCE = { pressing: 0.9, light: 0.6, title: 0.4, node: 0.5 };

type ProjectScope = CollectScope & { readonly project: EntityHeader };

const pathTo = (project: EntityHeader, node: EntityHeader): Candidate["path"] => [
	{ id: project.id, title: project.title },
	{ id: node.id, title: node.title },
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
