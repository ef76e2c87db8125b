import { dueDay, isBlocked, isOverdue } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { groupBy } from "../../graph/model/group-by.ts";
import type { Kind, SlicePick } from "../../graph/model/kind.ts";
import { thenById } from "../../graph/model/order.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { membersOf } from "./list-project-entities.ts";
import { type Reached, reachMembers } from "./snapshot-project.ts";

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
export function selectSlices(input: {
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
