import type { EntityHeader } from "../../graph/model/entity.ts";
import { isTheirs } from "../../graph/model/is-theirs.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { PlanInput } from "./answer-rule.ts";
import type { Source } from "./choose-source.ts";
import { findJoined, findSubjects, type NamedSubject } from "./find-subject.ts";
import { listHeldUpIn } from "./list-work.ts";
import { blank, leftTerms, type Span } from "./mask-words.ts";
import type { Walk } from "./question-plan.ts";
import { isWaiting, type SpokenRelation } from "./read-relation.ts";
import { narrowWalk, walkToKinds } from "./walk-relation.ts";

export const ASKS_WHO = /\b(?:who|whose|whom)\b/i;
const BOTH = /\bboth\b/i;
/** "What do Eleri and Thandi share?" */
export const SHARED = /\b(?:both|share[sd]?|sharing|together|jointly|in common)\b/i;

/** "Luc and Noor": of two names that are joined, both are meant. */
export function joinNamed(sources: readonly Source[], query: string): readonly Source[] {
	const names = sources.flatMap(({ named }) => named ?? []);
	const [a] = names;
	const other = findJoined(names, query);
	if (a === undefined || other === undefined) return sources;
	const both = { start: Math.min(a.start, other.start), end: Math.max(a.end, other.end) };
	const isBoth = BOTH.test(query.slice(0, both.start)) || SHARED.test(query.slice(both.end));
	return [{ from: [a.node, other.node], named: { ...a, ...both }, ...(isBoth && { isBoth }) }, ...sources];
}

/** "Joaquín's tasks in the message path": of what one name leads to, only what the other one leads to as well. */
export function narrowBySecond(
	walk: Walk,
	asked: {
		readonly graph: GraphView;
		readonly query: string;
		readonly left: string;
		readonly said: readonly Span[];
		readonly subject: NamedSubject;
	},
): (Span & { readonly walk: Walk }) | undefined {
	const { graph, query, left, said, subject } = asked;
	const rest = blank(left, [subject, ...said]).replace(/['’]s\b/g, "  ");
	if (leftTerms(rest, graph).length === 0) return undefined;
	const kinds = new Set(walk.reached.map(({ node }) => node.kind));
	const begun = new Set(walk.from.map(({ id }) => id));
	for (const other of findSubjects(graph, rest, { kinds: [], whole: query, isAsked: true })) {
		if (other.isUnsure || begun.has(other.node.id)) continue;
		const also = walkToKinds(graph, [other.node], { kinds, label: walk.label });
		const ids = new Set(also?.reached.map(({ node }) => node.id) ?? []);
		const narrowed = narrowWalk(walk, ({ node }) => ids.has(node.id));
		if (narrowed) return { walk: narrowed, start: other.start, end: other.end };
	}
	return undefined;
}

/** "Who works here?", "which teams are responsible for it?": asked of a project as a whole. */
export function asksProject(frame: string, named: readonly Kind[]): boolean {
	const isElsewhere = named.length > 0 && named.every(({ scope }) => scope === "workspace");
	return named.length === 0 || isElsewhere ? ASKS_WHO.test(frame) || isElsewhere : false;
}

/** "Who leads the plans here?": asked of all things of a kind that a project has. */
export function listMembers(
	graph: GraphView,
	input: { readonly frame: string; readonly named: readonly Kind[]; readonly project: EntityHeader },
): readonly Source[] {
	const { frame, named, project } = input;
	const kinds = new Set(named.map(({ kind }) => kind));
	if (kinds.size === 0 || !ASKS_WHO.test(frame)) return [];
	const members = [...graph.nodes()].filter(
		(node) => kinds.has(node.kind) && node.project_id === project.id && node.archived_at === null,
	);
	return members.length === 0 ? [] : [{ from: members, ofSource: named }];
}

const SAYS_US = /\b(?:us|we|me|i)\b/i;
const SAYS_ME = /^(?:me|i)$/i;

/** "What is blocking us?": asked of all that is held up here, or of what is the asker's own. */
export function listOurs(
	{ graph, asker }: PlanInput,
	input: {
		readonly frame: string;
		readonly spoken: readonly SpokenRelation[];
		readonly project: EntityHeader | undefined;
	},
): readonly Source[] {
	const said = SAYS_US.exec(input.frame);
	if (said === null || !input.spoken.some(({ rel }) => isWaiting(rel))) return [];
	const isMine = SAYS_ME.test(said[0]);
	const from = listHeldUpIn(graph, input.project).filter(
		(node) => !isMine || isTheirs(graph.kinds.get(node.kind), node, asker),
	);
	const described = isMine ? "your blocked work" : "what is blocked";
	return from.length === 0 ? [] : [{ from, start: said.index, described }];
}
