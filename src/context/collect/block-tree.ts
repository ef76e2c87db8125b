import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Block } from "../../graph/store/derive/sync-blocks.ts";
import type { Page } from "../../graph/store/rows.ts";
import type { BlockPresentation, Candidate, OutlinePresentation } from "../model/candidate.ts";
import { makeCandidate } from "../model/findings.ts";
import { findParents } from "./find-parents.ts";

/** No token has more characters than this, so a text never shows more than this many per token. */
const MOST_CHARACTERS_PER_TOKEN = 8;

const LIST_KINDS: readonly Block["kind"][] = ["list_item", "todo"];

/** The blocks of a page as a tree, and as candidates. */
export class BlockTree {
	readonly #node: EntityHeader;
	readonly #page: Page;
	readonly #longest: number;
	readonly #blocks: ReadonlyMap<string, Block>;

	constructor(input: { readonly node: EntityHeader; readonly page: Page; readonly budget: number }) {
		this.#node = input.node;
		this.#page = input.page;
		this.#longest = input.budget * MOST_CHARACTERS_PER_TOKEN;
		this.#blocks = new Map(input.page.blocks.map((block) => [block.id, block]));
	}

	block(id: string): Block | undefined {
		return this.#blocks.get(id);
	}

	/** The blocks from the beginning that a budget could hold, were there nothing else in it. */
	get first(): readonly Block[] {
		let room = this.#longest;
		const { blocks } = this.#page;
		const last = blocks.findIndex((block) => {
			room -= block.end_offset - block.start_offset;
			return room < 0;
		});
		return last === -1 ? blocks : blocks.slice(0, last + 1);
	}

	/** Nearest first. */
	ancestorsOf({ parent_id: parentId }: Block): readonly Block[] {
		const parent = parentId === null ? undefined : this.#blocks.get(parentId);
		return parent ? [parent, ...this.ancestorsOf(parent)] : [];
	}

	childrenOf(id: string | null): readonly Block[] {
		return this.#page.blocks.filter((block) => block.parent_id === id);
	}

	/** A block with a mark of its own is never left out. */
	describe(
		block: Block,
		how: Pick<Candidate, "relevance" | "reason"> & { readonly mark?: BlockPresentation["mark"] },
	): Candidate {
		const { relevance, reason, mark = null } = how;
		const { id, title } = this.#node;
		const ancestors = this.ancestorsOf(block);
		const headings = ancestors.filter(({ kind }) => kind === "heading").toReversed();
		const text = textOf(this.#page, block);
		return makeCandidate({ section: "focus", key: `blocks of ${id}` }, this.#node, {
			collector: "focus",
			position: block.ordinal,
			relevance,
			reason,
			presentation: {
				as: "block",
				blockId: block.id,
				blockKind: block.kind,
				text: text.slice(0, this.#longest),
				missing: Math.max(0, text.length - this.#longest),
				indent: ancestors.filter(({ kind }) => LIST_KINDS.includes(kind)).length,
				// Many a text begins with its own title as a heading.
				trail: [...new Set([title, ...headings.map((heading) => headingOf(this.#page, heading))])],
				mark,
			},
			...(mark !== null && { mandatory: true }),
		});
	}
}

const DEEPEST_PATH = 3;

/** Marks of an ATX heading, and the underline of the other sort. */
const HEADING_MARKS = /^#{1,6}[ \t]+|(?<![ \t])[ \t]+#+[ \t]*$|\n[=-]+[ \t]*$/g;

export const textOf = (page: Page, block: Block): string =>
	page.entity.body.slice(block.start_offset, block.end_offset);

const headingOf = (page: Page, block: Block): string => textOf(page, block).replace(HEADING_MARKS, "").trim();

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
