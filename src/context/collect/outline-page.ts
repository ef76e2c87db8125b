import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Block } from "../../graph/store/derive/sync-blocks.ts";
import type { Page } from "../../graph/store/rows.ts";
import type { OutlinePresentation } from "../model/presentation.ts";
import { findParents } from "./find-parents.ts";

const DEEPEST_PATH = 3;

/** Marks of an ATX heading, and the underline of the other sort. */
const HEADING_MARKS = /^#{1,6}[ \t]+|(?<![ \t])[ \t]+#+[ \t]*$|\n[=-]+[ \t]*$/g;

export const textOf = (page: Page, block: Block): string =>
	page.entity.body.slice(block.start_offset, block.end_offset);

export const headingOf = (page: Page, block: Block): string =>
	textOf(page, block).replace(HEADING_MARKS, "").trim();

/** Returns the path of an entity: its project and its containers, outermost first. */
function tracePath(graph: GraphView, { id, project_id: projectId }: Page["entity"]): readonly string[] {
	const above = findParents(graph, id, DEEPEST_PATH).map(({ other }) => other);
	const project = projectId === null || projectId === id ? undefined : graph.node(projectId);
	const isNamed = above.some((node) => node.id === project?.id);
	return [...(project && !isNamed ? [project] : []), ...above.toReversed()].map(({ title }) => title);
}

/** A page in brief, without a model: its place, its headings, its first paragraph and what it is made of. */
export function outlinePage(graph: GraphView, page: Page): OutlinePresentation {
	const headings = page.blocks.filter(({ kind }) => kind === "heading");
	const first = page.blocks.find(({ kind }) => kind === "paragraph");
	return {
		as: "outline",
		path: tracePath(graph, page.entity),
		headings: headings.map((block) => ({ level: block.level ?? 1, text: headingOf(page, block) })),
		opening: first ? textOf(page, first) : "",
		counts: page.counts,
	};
}
