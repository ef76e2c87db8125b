import type { NewEdge, NewEntity } from "../src/graph/model/entity.ts";
import type { JsonObject } from "../src/graph/model/json.ts";
import { makeWords, Random } from "./random.ts";

export interface WorkspaceShape {
	readonly seed: number;
	readonly entities: number;
	/** Edges of their own; links in notes are added to them. */
	readonly edges: number;
}

export interface GeneratedWorkspace {
	/** Projects first, then everything in them. */
	readonly projects: readonly NewEntity[];
	readonly entities: readonly NewEntity[];
	readonly edges: readonly NewEdge[];
}

const ENTITIES_PER_PROJECT = 500;
const DAY = 86_400_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const LINKS_PER_NOTE = 3;

/** Share of each kind, as workspaces of teams tend to have them. */
const KIND_SHARES: readonly (readonly [kind: string, share: number])[] = [
	["task", 0.45],
	["note", 0.15],
	["document", 0.09],
	["decision", 0.05],
	["requirement", 0.05],
	["plan", 0.04],
	["risk", 0.04],
	["goal", 0.03],
	["milestone", 0.03],
	["output", 0.03],
	["signal", 0.02],
	["insight", 0.02],
];

/** Relations with the kinds they join, the frequent ones more than once. */
const RELATION_SHARES: readonly (readonly [source: string, rel: string, target: string])[] = [
	["plan", "has_task", "task"],
	["plan", "has_task", "task"],
	["plan", "has_task", "task"],
	["task", "depends_on", "task"],
	["task", "depends_on", "task"],
	["task", "supports_goal", "goal"],
	["task", "references", "document"],
	["task", "references", "note"],
	["task", "targets_milestone", "milestone"],
	["task", "produces", "output"],
	["task", "mitigates", "risk"],
	["goal", "has_plan", "plan"],
	["goal", "has_decision", "decision"],
	["goal", "has_requirement", "requirement"],
	["plan", "has_risk", "risk"],
	["insight", "derived_from", "signal"],
];

const idOf = (index: number): string => `0198a000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;

function pickKind(random: Random): string {
	let left = random.next();
	for (const [kind, share] of KIND_SHARES) {
		left -= share;
		if (left < 0) return kind;
	}
	return "task";
}

const STATES: Readonly<Record<string, readonly string[]>> = {
	task: ["todo", "todo", "in_progress", "blocked", "done", "done"],
	goal: ["active", "draft", "achieved"],
	plan: ["active", "draft", "completed"],
	milestone: ["pending", "in_progress", "completed"],
	risk: ["identified", "mitigated", "closed"],
	decision: ["pending", "made"],
	document: ["draft", "published"],
};

function propsOf(kind: string, random: Random): JsonObject {
	const day = (): string => new Date(START + random.below(400) * DAY).toISOString().slice(0, 10);
	if (kind === "task") return { priority: 1 + random.below(5), ...(random.chance(0.6) && { due_at: day() }) };
	if (kind === "milestone") return { due_at: day() };
	if (kind === "risk")
		return { impact: random.pick(["low", "medium", "high", "critical"]), probability: 0.5 };
	return {};
}

/** A workspace of any size with texts, kinds and links spread as in real ones; the same seed gives the same one. */
export function generateWorkspace({ seed, entities, edges }: WorkspaceShape): GeneratedWorkspace {
	const random = new Random(seed);
	const words = makeWords(random);
	const projectCount = Math.max(1, Math.round(entities / ENTITIES_PER_PROJECT));
	const projects = Array.from(
		{ length: projectCount },
		(_, index): NewEntity => ({
			id: idOf(index),
			kind: "project",
			title: words.title(),
			description: words.many(20),
			state_key: "active",
		}),
	);
	const titlesByProject: string[][] = projects.map(() => []);
	const idsByProject: Map<string, string[]>[] = projects.map(() => new Map());
	const rest = Array.from({ length: Math.max(0, entities - projectCount) }, (_, offset): NewEntity => {
		const project = random.below(projectCount);
		const kind = pickKind(random);
		const id = idOf(projectCount + offset);
		const title = words.title();
		const titles = titlesByProject[project] as string[];
		const linkable = Math.min(LINKS_PER_NOTE, titles.length);
		const links = kind === "note" ? Array.from({ length: linkable }, () => `[[${random.pick(titles)}]]`) : [];
		const created = new Date(START + random.below(300) * DAY).toISOString();
		titles.push(title);
		const ids = idsByProject[project] as Map<string, string[]>;
		ids.set(kind, [...(ids.get(kind) ?? []), id]);
		const states = STATES[kind];
		return {
			id,
			kind,
			title,
			project_id: idOf(project),
			body: [words.text(), ...links].join("\n\n"),
			description: words.many(8),
			props: propsOf(kind, random),
			...(states && { state_key: random.pick(states) }),
			created_at: created,
			updated_at: new Date(Date.parse(created) + random.below(60) * DAY).toISOString(),
		};
	});
	return { projects, entities: rest, edges: makeEdges(random, idsByProject, edges) };
}

function makeEdges(
	random: Random,
	idsByProject: readonly ReadonlyMap<string, readonly string[]>[],
	count: number,
): NewEdge[] {
	const made = new Map<string, NewEdge>();
	// Squared, so that a few entities have many links and most have few.
	const prefer = (ids: readonly string[]): string =>
		ids[Math.floor(random.next() ** 2 * ids.length)] as string;
	for (let attempt = 0; made.size < count && attempt < count * 4; attempt += 1) {
		const ids = random.pick(idsByProject);
		const [source, rel, target] = random.pick(RELATION_SHARES);
		const sources = ids.get(source);
		const targets = ids.get(target);
		if (!sources || !targets) continue;
		const edge = { src_id: random.pick(sources), rel, dst_id: prefer(targets) };
		if (edge.src_id !== edge.dst_id) made.set(`${edge.src_id} ${rel} ${edge.dst_id}`, edge);
	}
	return [...made.values()];
}
