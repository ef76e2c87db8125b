import type { EntityHeader } from "../../graph/model/entity.ts";
import { english } from "../../graph/search/languages/english.ts";
import { listPlainWords } from "../../graph/search/words/list-plain-words.ts";
import type { ActivityEntry } from "../../graph/store/write/activity.ts";
import type { Candidate, Presentation } from "../model/candidate.ts";
import { type Findings, type ItemGroup, makeCandidate, makeGroup } from "../model/findings.ts";
import { isWithin } from "../model/request.ts";
import { outlinePage } from "./block-tree.ts";
import type { CollectScope } from "./collector.ts";

const HOUR = 3_600_000;
const FADES_BY = 0.02;
/** How far back is looked, and for how many, where the question asks for what the reader did. */
const OWN_HOURS = 31 * 24;
const MOST_ASKED = 15;
/** An outline needs no more than the beginning of a page. */
const OUTLINED_BLOCKS = 200;

interface Doing {
	readonly action: "edit" | "view";
	readonly relevance: number;
	readonly group: ItemGroup;
	readonly says: string;
}

const groupOf = (key: string, heading: string): ItemGroup =>
	makeGroup({
		section: "activity",
		key,
		heading,
		// Nothing lists what somebody looked at; what was changed last comes first in the list of all.
		printMissing: (count) =>
			key === "edits" ? `- ... and ${count} more, left out for room: call list_entities\n\n` : "",
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

interface Recent {
	readonly entry: ActivityEntry;
	readonly node: EntityHeader;
}

/** Asks what the reader was doing. */
const ASKS_FOR_OWN =
	/\b(?:(?:was|am|have|did) i|i (?:was|am)|i'm|where (?:were|was) (?:we|i)|left off|pick up|catch (?:me )?up|what(?:'s| is) new|my (?:recent )?activity)\b/i;
/** Asks what happened lately, if it asks for nothing else: the price of gold today is no activity. */
const ASKS_FOR_RECENT =
	/\b(?:recent(?:ly)?|lately|latest|last (?:time|session|week|days?|few)|yesterday|earlier|today|this (?:morning|week)|chang(?:ed|es)|edited|touched|viewed|looked at|opened|activity|history|happen(?:ed|ing)|going on)\b/gi;
/** From the focus, so many steps away is still about it. */
const NEAR_FOCUS = 2;

function asksForActivity(query: string, { graph: { language } }: CollectScope["reader"]): boolean {
	if (ASKS_FOR_OWN.test(query)) return true;
	const rest = query.replace(ASKS_FOR_RECENT, " ");
	// The patterns are English, also where the workspace is not.
	const saysNothing = (word: string): boolean =>
		[language, english].some(({ stopWords, askingWords }) => stopWords.has(word) || askingWords.has(word));
	return rest !== query && listPlainWords(rest).every(({ folded }) => saysNothing(folded));
}

/**
 * Chooses the part of the reader's activity that matters to the question: all of it where they ask for it or ask
 * nothing, otherwise what is near the focus. In a project, nothing from another project.
 */
function makeBearing(scope: CollectScope): (node: EntityHeader) => boolean {
	const { reader, request, plan, focus } = scope;
	const project = scope.project ?? plan.project;
	// A set by a rule is the whole answer: what changed is not only what the reader changed.
	const isAsked =
		request.query.trim() === "" ||
		plan.own !== undefined ||
		(plan.intent === undefined && asksForActivity(request.query, reader));
	const kinds = new Set(plan.own?.kinds);
	const near = focus && !isAsked ? reader.graph.distancesFrom(focus.id, NEAR_FOCUS) : undefined;
	return (node) => {
		if (kinds.size > 0 && !kinds.has(node.kind)) return false;
		if (project !== undefined && node.project_id !== project.id && node.id !== project.id) return false;
		return isAsked || near?.get(node.id) !== undefined;
	};
}

/** Lists the entities the reader touched recently and may still see, newest first, without the focus. */
async function findRecent(
	scope: CollectScope,
): Promise<Readonly<Record<Doing["action"], readonly Recent[]>>> {
	const { reader, request, recipe, focus, days } = scope;
	const { own } = scope.plan;
	const bears = makeBearing(scope);
	const { recentEditCount, recentViewCount, maxAgeHours } = recipe.limits.activity;
	// A question for the reader's own activity looks further back and lists more of it.
	const most = own ? MOST_ASKED : 0;
	const hours = own ? Math.max(maxAgeHours, OWN_HOURS) : maxAgeHours;
	const since = new Date(Date.parse(request.now) - hours * HOUR).toISOString();
	const limits = { edit: Math.max(most, recentEditCount) + 1, view: Math.max(most, recentViewCount) + 1 };
	const { edit, view } = await reader.activity.lately({ since, limits });
	const isThen = ({ at }: ActivityEntry): boolean => {
		const day = days.dayOf(at);
		return own?.range === undefined || (day >= own.range.from && day <= own.range.to);
	};
	const resolve = (entries: readonly ActivityEntry[]): readonly Recent[] =>
		entries
			.filter(
				(entry) =>
					entry.entity_id !== focus?.id && isWithin(request.hints?.timeRange, entry.at) && isThen(entry),
			)
			.flatMap((entry) => {
				const node = reader.graph.node(entry.entity_id);
				return node?.archived_at === null && bears(node) ? [{ entry, node }] : [];
			});
	return {
		edit: own?.action === "view" ? [] : resolve(edit).slice(0, limits.edit - 1),
		view: own?.action === "edit" ? [] : resolve(view).slice(0, limits.view - 1),
	};
}

const describeRecent = (
	{ entry, node }: Recent,
	position: number,
	{ relevance, group, says }: Doing,
	presentation: Presentation | undefined,
): Candidate =>
	makeCandidate(group, node, {
		collector: "activity",
		position,
		relevance: relevance - FADES_BY * position,
		reason: `${says} ${entry.at.slice(0, 10)}`,
		...(presentation && { presentation }),
	});

/** Collects the entities that the reader changed or looked at; pages they looked at appear in brief. */
export async function collectActivity(scope: CollectScope): Promise<Findings> {
	const { reader } = scope;
	const { edit: edits, view: views } = await findRecent(scope);
	const prose = views
		.map(({ node }) => node)
		.filter(({ kind }) => reader.graph.kinds.find(kind)?.writesProse);
	const pages = await reader.rows.pages(prose, { blocks: OUTLINED_BLOCKS });
	const outlineOf = ({ id }: EntityHeader): Presentation | undefined => {
		const page = pages.get(id);
		return page && outlinePage(reader.graph, page);
	};
	const candidates = [
		...edits.map((edit, position) => describeRecent(edit, position, EDITS, undefined)),
		...views.map((view, position) => describeRecent(view, position, VIEWS, outlineOf(view.node))),
	];
	return { candidates, parts: [EDITS.group, VIEWS.group], considered: candidates.length };
}
