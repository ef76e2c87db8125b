import type { GraphNode } from "../../graph/search/resident-graph.ts";
import type { ActivityEntry } from "../../graph/store/activity.ts";
import type { Candidate, Presentation } from "../model/candidate.ts";
import type { Findings, Group } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { outlinePage } from "./outline-page.ts";

const HOUR = 3_600_000;
const FADES_BY = 0.02;
/** An outline needs no more than the beginning of a page. */
const OUTLINED_BLOCKS = 200;

interface Doing {
	readonly action: "edit" | "view";
	readonly relevance: number;
	readonly group: Group;
	readonly says: string;
}

const groupOf = (key: string, heading: string): Group => ({
	type: "group",
	section: "activity",
	key,
	heading,
	beyond: 0,
	order: "given",
	printMissing: (count) => `- ... and ${count} more, left out for room: call list_entities\n\n`,
});

const EDITS: Doing = {
	action: "edit",
	relevance: 0.6,
	group: groupOf("edits", "Changed by the reader:\n\n"),
	says: "changed by the reader on",
};
const VIEWS: Doing = {
	action: "view",
	relevance: 0.5,
	group: groupOf("views", "Looked at by the reader:\n\n"),
	says: "looked at by the reader on",
};

/** What the reader did of late and may still see, newest first; the focus is in front of them anyway. */
async function findRecent({ reader, request, recipe, focus }: CollectScope, action: Doing["action"]) {
	const { recentEditCount, recentViewCount, maxAgeHours } = recipe.limits.activity;
	const limit = action === "edit" ? recentEditCount : recentViewCount;
	const since = new Date(Date.parse(request.now) - maxAgeHours * HOUR).toISOString();
	const entries = await reader.activity.recent({ action, since, limit: limit + 1 });
	return entries
		.filter((entry) => entry.entity_id !== focus?.id)
		.flatMap((entry) => {
			const node = reader.graph.node(entry.entity_id);
			return node?.archived_at === null ? [{ entry, node }] : [];
		})
		.slice(0, limit);
}

function describeRecent(
	{ entry, node }: { readonly entry: ActivityEntry; readonly node: GraphNode },
	position: number,
	{ relevance, group, says }: Doing,
	presentation: Presentation | undefined,
): Candidate {
	return {
		subject: node,
		collector: "activity",
		section: "activity",
		group: group.key,
		position,
		relevance: relevance - FADES_BY * position,
		path: [{ id: node.id, title: node.title }],
		reason: `${says} ${entry.at.slice(0, 10)}`,
		...(presentation && { presentation }),
	};
}

/** What the reader changed and what they looked at; pages they looked at stand there in brief. */
export async function collectActivity(scope: CollectScope): Promise<Findings> {
	const { reader } = scope;
	const [edits, views] = await Promise.all([findRecent(scope, "edit"), findRecent(scope, "view")]);
	const prose = views.filter(({ node }) => reader.graph.kinds.find(node.kind)?.writesProse);
	const pages = await reader.rows.pages(
		prose.map(({ node }) => node.id),
		{ blocks: OUTLINED_BLOCKS },
	);
	const outlineOf = ({ id }: GraphNode): Presentation | undefined => {
		const page = pages.get(id);
		return page && outlinePage(reader.graph, page);
	};
	const candidates = [
		...edits.map((edit, position) => describeRecent(edit, position, EDITS, undefined)),
		...views.map((view, position) => describeRecent(view, position, VIEWS, outlineOf(view.node))),
	];
	return { candidates, parts: [EDITS.group, VIEWS.group], considered: candidates.length };
}
