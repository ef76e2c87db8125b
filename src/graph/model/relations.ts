import { InvalidInputError } from "./errors.ts";
import { listPhrases } from "./list-phrases.ts";

export type Direction = "outgoing" | "incoming";

export interface Relation {
	readonly rel: string;
	readonly sources: readonly string[] | "any";
	readonly targets?: readonly string[];
	/** How the source names it, and how the target does. */
	readonly label: string;
	readonly inverseLabel: string;
	/** Other words for it, in the base form of a verb, as questions have them: "hold up" for blocks. */
	readonly says?: readonly string[];
	/** The same as its target says it: "wait for" for blocked by. */
	readonly inverseSays?: readonly string[];
	/** What the source calls its target, and the target its source: a dependency, a blocker. */
	readonly called?: readonly string[];
	readonly inverseCalled?: readonly string[];
	/** Which end cannot go on before the other: a chain of these is walked to its end. */
	readonly waits?: "source" | "target";
	/** It builds a tree: no entity may be its own ancestor along it. */
	readonly acyclic?: true;
	/** The relation's own name when read from the target; such a reading counts as outgoing. */
	readonly inverse?: { readonly rel: string; readonly sourceKinds?: readonly string[] };
}

const PLANNED_WORK = ["project", "goal", "plan", "task"] as const;

const readName = (rel: string): string => (rel.slice(0, 1).toUpperCase() + rel.slice(1)).replaceAll("_", " ");

const has = (kind: string, sources: readonly string[]): Omit<Relation, "label"> => ({
	...{ rel: `has_${kind}`, sources, targets: [kind], inverseLabel: readName(`${kind}_of`) },
});

const DECLARED: readonly Omit<Relation, "label">[] = [
	{
		rel: "contains",
		sources: ["project", "plan", "milestone"],
		acyclic: true,
		says: listPhrases("include, consist of, comprise, make up of, made of, made up of"),
		inverseSays: listPhrases("belong to, in"),
		inverseLabel: "Part of",
		inverse: { rel: "part_of" },
	},
	has("goal", ["project"]),
	has("document", ["project"]),
	{ ...has("document", ["project"]), rel: "has_context_document", inverseLabel: "Context document of" },
	has("plan", ["project", "goal", "milestone"]),
	{
		...has("task", ["plan", "milestone", "goal", "project", "task"]),
		acyclic: true,
		says: listPhrases("cover"),
		inverseSays: listPhrases("belong to, part of"),
		called: listPhrases("subtask, sub-task, child task"),
		inverseCalled: listPhrases("parent task"),
		inverse: { rel: "belongs_to_plan", sourceKinds: ["plan"] },
	},
	has("milestone", ["goal", "project"]),
	has("risk", ["project", "goal", "milestone", "plan", "task"]),
	has("requirement", ["project", "goal", "milestone"]),
	has("decision", PLANNED_WORK),
	has("output", PLANNED_WORK),
	has("signal", ["project"]),
	has("insight", ["project"]),
	{
		rel: "derived_from",
		sources: ["insight"],
		targets: ["signal"],
		says: listPhrases(`derive from, learn from, learnt from, learned from, come from, base on, draw from`),
		inverseSays: listPhrases("lead to, teach, come of"),
		inverseLabel: "Source of",
	},
	{
		rel: "supports_goal",
		sources: ["task", "plan"],
		targets: ["goal"],
		says: listPhrases(
			`support, serve, contribute to, work towards, work toward, help with, further, feed into`,
		),
		inverseSays: listPhrases("served by"),
		inverseLabel: "Supported by",
	},
	{
		rel: "targets_milestone",
		sources: ["task", "plan"],
		targets: ["milestone"],
		says: listPhrases("target, aim at, aim for, work towards, lead up to, feed into"),
		inverseLabel: "Targeted by",
	},
	{
		rel: "depends_on",
		sources: ["task", "plan", "goal"],
		says: listPhrases(
			`rely on, build on, rest on, hinge on, hang on, need, require, wait for, wait on, until`,
		),
		inverseSays: listPhrases("needed for"),
		called: listPhrases("dependency, prerequisite, precondition"),
		inverseCalled: listPhrases("dependent"),
		waits: "source",
		inverseLabel: "Needed by",
	},
	{
		rel: "requires",
		sources: ["task", "plan", "goal"],
		says: listPhrases("need, rest on"),
		inverseSays: listPhrases("required for, needed for, needed by"),
		inverseLabel: "Required by",
	},
	{
		rel: "blocks",
		sources: ["task"],
		says: listPhrases(
			`hold up, hold back, unblock, need … before, require … before, stop, delay, keep from, in the way of,
			come before, happen before, done before, finished before, met before, ready before`,
		),
		inverseSays: listPhrases(
			`wait for, wait on, cannot … before, cannot … until, cannot … without, only … after, only … once,
			only … when, held up by, held back by, stuck on, stuck behind, stuck because of, delayed by,
			stopped by, come after, happen if`,
		),
		inverseCalled: listPhrases("blocker, obstacle"),
		waits: "target",
		inverseLabel: "Blocked by",
		inverse: { rel: "blocked_by" },
	},
	{
		rel: "produces",
		sources: ["task", "plan"],
		targets: ["output"],
		says: listPhrases("deliver, yield, result in, create, make"),
		inverseSays: listPhrases("come out of, come from, made by, result of, delivered by"),
		inverseLabel: "Produced by",
		inverse: { rel: "produced_by" },
	},
	{
		rel: "mitigates",
		sources: ["task", "plan"],
		targets: ["risk"],
		says: listPhrases(
			`lower, reduce, address, lessen, counter, work against, do against, do about, deal with,
			guard against, protect against, help against`,
		),
		inverseSays: listPhrases("lowered by, reduced by, addressed by"),
		inverseCalled: listPhrases("countermeasure, mitigation, measure, remedy"),
		inverseLabel: "Mitigated by",
		inverse: { rel: "mitigated_by" },
	},
	{
		rel: "threatens",
		sources: ["risk"],
		says: listPhrases("endanger, put at risk, jeopardise, jeopardize, touch, hit, put in danger"),
		inverseSays: listPhrases("endangered by, put at risk by"),
		inverseLabel: "Threatened by",
	},
	{
		rel: "achieved_by",
		sources: ["goal"],
		says: listPhrases("reached by, realised by, realized by"),
		inverseSays: listPhrases("reach, realise, realize, bring about"),
		inverseLabel: "Achieves",
	},
	{
		rel: "references",
		sources: "any",
		targets: ["document", "note", "page"],
		says: listPhrases(
			`cite, refer to, point to, point at, link to, written up in, where … document, where … write`,
		),
		inverseSays: listPhrases("cited by"),
		inverseLabel: "Referenced by",
		inverse: { rel: "referenced_by" },
	},
	{ rel: "mentions", sources: "any", inverseLabel: "Mentioned in" },
	{
		rel: "relates_to",
		sources: "any",
		says: listPhrases("relate to, connect with, connect to, associate with, to do with"),
		inverseLabel: "Related to",
	},
];

/** Every built-in relation, in its canonical direction. */
export const RELATIONS: readonly Relation[] = DECLARED.map((relation) => ({
	...relation,
	label: readName(relation.rel),
}));

export const ACYCLIC_RELATIONS: readonly string[] = RELATIONS.filter((relation) => relation.acyclic).map(
	(relation) => relation.rel,
);

const CONTAINMENT = new Set(
	RELATIONS.map(({ rel }) => rel).filter((rel) => rel === "contains" || rel.startsWith("has_")),
);

/** Whether the source of a relation is the place of its target: a plan's task, a goal's milestone, a project's risk. */
export const isContainment = (rel: string): boolean => CONTAINMENT.has(rel);

/** Names accepted on input that are stored under another; `swap` turns the ends round. */
const ACCEPTED_NAMES = new Map<string, { readonly rel: string; readonly swap: boolean }>([
	...RELATIONS.flatMap(({ rel, inverse }) => (inverse ? [[inverse.rel, { rel, swap: true }] as const] : [])),
	["supports", { rel: "supports_goal", swap: false }],
	["builds_on", { rel: "depends_on", swap: false }],
]);

const BY_NAME = new Map(RELATIONS.map((relation) => [relation.rel, relation]));
const NAME_FORM = /^[a-z][a-z0-9_]{0,62}$/;

/** The name a relation is stored under, and whether its direction is reversed there. */
export const canonicaliseRelation = (rel: string): { readonly rel: string; readonly swap: boolean } =>
	ACCEPTED_NAMES.get(rel) ?? { rel, swap: false };

interface Ends {
	readonly src: { readonly id: string; readonly kind: string };
	readonly dst: { readonly id: string; readonly kind: string };
}

/** Checks the ends and turns a relation round where needed. Any name is accepted when an end is of a kind of the user's own. */
export function canonicaliseEdge(
	input: Ends & { readonly rel: string; readonly isOwnKind: (kind: string) => boolean },
): Ends & { readonly rel: string } {
	const { rel, swap } = canonicaliseRelation(input.rel);
	const { src, dst } = swap ? { src: input.dst, dst: input.src } : input;
	const relation = BY_NAME.get(rel);
	const touchesOwnKind = input.isOwnKind(src.kind) || input.isOwnKind(dst.kind);
	if (relation === undefined) {
		if (touchesOwnKind && NAME_FORM.test(rel)) return { src, rel, dst };
		const known = RELATIONS.map((entry) => entry.rel).join(", ");
		throw new InvalidInputError(
			`There is no relation called "${input.rel}" between a ${src.kind} and a ${dst.kind}. Known relations: ${known}. Use relates_to for a loose connection; a name of your own joins only what is of a kind that users made.`,
			{ field: "rel", rel: input.rel },
			"unknown_relation",
		);
	}
	const sourceFits =
		relation.sources === "any" || relation.sources.includes(src.kind) || input.isOwnKind(src.kind);
	const targetFits =
		relation.targets === undefined || relation.targets.includes(dst.kind) || input.isOwnKind(dst.kind);
	if (!sourceFits || !targetFits) {
		const from = relation.sources === "any" ? "anything" : relation.sources.join(" or ");
		const to = relation.targets?.join(" or ") ?? "anything";
		throw new InvalidInputError(
			`"${rel}" joins ${from} to ${to}; a ${src.kind} and a ${dst.kind} cannot be joined by it. Use relates_to for a loose connection.`,
			{ field: "rel", rel, source_kind: src.kind, target_kind: dst.kind },
			"relation_mismatch",
		);
	}
	return { src, rel, dst };
}

export interface RelationReading {
	readonly relation: string;
	readonly direction: Direction;
	readonly label: string;
}

/** From the target it reads by its own name there (a task "belongs_to_plan"), if it has one, and otherwise as incoming. */
export function readRelation(rel: string, seenFrom: Direction, sourceKind: string): RelationReading {
	const relation = BY_NAME.get(rel);
	const spaced = rel.replaceAll("_", " ");
	if (seenFrom === "outgoing") {
		return { relation: rel, direction: "outgoing", label: relation?.label ?? spaced };
	}
	const inverse = relation?.inverse;
	if (inverse && (inverse.sourceKinds === undefined || inverse.sourceKinds.includes(sourceKind))) {
		return { relation: inverse.rel, direction: "outgoing", label: relation?.inverseLabel ?? inverse.rel };
	}
	return { relation: rel, direction: "incoming", label: relation?.inverseLabel ?? `${spaced} (incoming)` };
}
