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

const PLANNED_WORK = "project, goal, plan, task";

const readName = (rel: string): string => (rel.slice(0, 1).toUpperCase() + rel.slice(1)).replaceAll("_", " ");

const PHRASES = ["says", "inverseSays", "called", "inverseCalled"] as const;

/** Kinds and phrases with commas between them: as lists they would take three times the room. */
function relation(
	rel: string,
	ends: string,
	inverseLabel: string,
	more: Pick<Relation, "waits" | "acyclic" | "inverse"> &
		Partial<Record<(typeof PHRASES)[number], string>> = {},
): Relation {
	const [sources = "", targets] = ends.split(" → ");
	const { says, inverseSays, called, inverseCalled, ...marks } = more;
	const phrases = Object.entries({ says, inverseSays, called, inverseCalled }).flatMap(([name, text]) =>
		text === undefined ? [] : [[name, listPhrases(text)]],
	);
	return {
		...{ rel, label: readName(rel), inverseLabel, ...marks, ...Object.fromEntries(phrases) },
		sources: sources === "any" ? "any" : listPhrases(sources),
		...(targets !== undefined && { targets: listPhrases(targets) }),
	};
}

const has = (kind: string, sources: string, more?: Parameters<typeof relation>[3]): Relation =>
	relation(`has_${kind}`, `${sources} → ${kind}`, readName(`${kind}_of`), more);

/** Every built-in relation, in its canonical direction. */
export const RELATIONS: readonly Relation[] = [
	relation("contains", "project, plan, milestone", "Part of", {
		acyclic: true,
		says: "include, consist of, comprise, make up of, made of, made up of",
		inverseSays: "belong to, in",
		inverse: { rel: "part_of" },
	}),
	has("goal", "project"),
	has("document", "project"),
	relation("has_context_document", "project → document", "Context document of"),
	has("plan", "project, goal, milestone"),
	has("task", "plan, milestone, goal, project, task", {
		acyclic: true,
		says: "cover",
		inverseSays: "belong to, part of",
		called: "subtask, sub-task, child task",
		inverseCalled: "parent task",
		inverse: { rel: "belongs_to_plan", sourceKinds: ["plan"] },
	}),
	has("milestone", "goal, project"),
	has("risk", "project, goal, milestone, plan, task"),
	has("requirement", "project, goal, milestone"),
	has("decision", PLANNED_WORK),
	has("output", PLANNED_WORK),
	has("signal", "project"),
	has("insight", "project"),
	relation("derived_from", "insight → signal", "Source of", {
		says: "derive from, learn from, learnt from, learned from, come from, base on, draw from",
		inverseSays: "lead to, teach, come of",
	}),
	relation("supports_goal", "task, plan → goal", "Supported by", {
		says: "support, serve, contribute to, work towards, work toward, help with, further, feed into",
		inverseSays: "served by",
	}),
	relation("targets_milestone", "task, plan → milestone", "Targeted by", {
		says: "target, aim at, aim for, work towards, lead up to, feed into",
	}),
	relation("depends_on", "task, plan, goal", "Needed by", {
		says: "rely on, build on, rest on, hinge on, hang on, need, require, wait for, wait on, until",
		inverseSays: "needed for",
		called: "dependency, prerequisite, precondition",
		inverseCalled: "dependent",
		waits: "source",
	}),
	relation("requires", "task, plan, goal", "Required by", {
		says: "need, rest on",
		inverseSays: "required for, needed for, needed by",
	}),
	relation("blocks", "task", "Blocked by", {
		says: `hold up, hold back, unblock, need … before, require … before, stop, delay, keep from, in the way of,
			come before, happen before, done before, finished before, met before, ready before`,
		inverseSays: `wait for, wait on, cannot … before, cannot … until, cannot … without, only … after, only … once,
			only … when, held up by, held back by, stuck on, stuck behind, stuck because of, delayed by,
			stopped by, come after, happen if`,
		inverseCalled: "blocker, obstacle",
		waits: "target",
		inverse: { rel: "blocked_by" },
	}),
	relation("produces", "task, plan → output", "Produced by", {
		says: "deliver, yield, result in, create, make",
		inverseSays: "come out of, come from, made by, result of, delivered by",
		inverse: { rel: "produced_by" },
	}),
	relation("mitigates", "task, plan → risk", "Mitigated by", {
		says: `lower, reduce, address, lessen, counter, work against, do against, do about, deal with,
			guard against, protect against, help against`,
		inverseSays: "lowered by, reduced by, addressed by",
		inverseCalled: "countermeasure, mitigation, measure, remedy",
		inverse: { rel: "mitigated_by" },
	}),
	relation("threatens", "risk", "Threatened by", {
		says: "endanger, put at risk, jeopardise, jeopardize, touch, hit, put in danger",
		inverseSays: "endangered by, put at risk by",
	}),
	relation("achieved_by", "goal", "Achieves", {
		says: "reached by, realised by, realized by",
		inverseSays: "reach, realise, realize, bring about",
	}),
	relation("references", "any → document, note, page", "Referenced by", {
		says: "cite, refer to, point to, point at, link to, written up in, where … document, where … write",
		inverseSays: "cited by",
		inverse: { rel: "referenced_by" },
	}),
	relation("mentions", "any", "Mentioned in"),
	relation("relates_to", "any", "Related to", {
		says: "relate to, connect with, connect to, associate with, to do with",
	}),
];

export const ACYCLIC_RELATIONS: readonly string[] = RELATIONS.filter((relation) => relation.acyclic).map(
	(relation) => relation.rel,
);

const CONTAINMENT = new Set(
	RELATIONS.map(({ rel }) => rel).filter((rel) => rel === "contains" || rel.startsWith("has_")),
);

/** Whether the source of a relation is the place of its target: a plan's task, a goal's milestone, a project's risk. */
export const isContainment = (rel: string): boolean => CONTAINMENT.has(rel);

/** These join any two things that have to do with each other, and are no answer to "the risks of the plan". */
export const LOOSE: ReadonlySet<string> = new Set(["mentions", "relates_to"]);

const WAITS = new Map(RELATIONS.flatMap(({ rel, waits }) => (waits ? [[rel, waits] as const] : [])));

/** Whether one end of a relation waits for the other: both directions make sense, for any kind. */
export const isWaiting = (rel: string): boolean => WAITS.has(rel);

/** Whether a relation leads to what its end waits for, or to what waits for it; undefined where nothing waits. */
export function leadsToWaitedFor(rel: string, seenFrom: Direction): boolean | undefined {
	const waits = WAITS.get(rel);
	return waits === undefined ? undefined : (waits === "source") === (seenFrom === "outgoing");
}

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
