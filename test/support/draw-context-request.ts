import type { ContextRequest, RequestType } from "../../src/context/model/request.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./random-workspace.ts";

const NOW = "2026-01-02T10:00:00.000Z";
const TYPES: readonly RequestType[] = ["assist", "chat", "search", "automate"];
const SMALLEST = 200;
const LARGEST = 200_000;

/** As many small budgets as large ones: sizes are drawn by their logarithm. */
const drawTotal = (random: Random): number =>
	Math.round(SMALLEST * (LARGEST / SMALLEST) ** (random.between(0, 1_000) / 1_000));

/** Anything a reader of these may ask, with any recipe and any budget. */
export function drawContextRequest(
	random: Random,
	nodes: readonly { readonly id: string; readonly kind: string }[],
	recipes: readonly string[],
): ContextRequest {
	const ids = nodes.map(({ id }) => id);
	const projects = nodes.filter(({ kind }) => kind === "project").map(({ id }) => id);
	const focus = random.chance(0.6) ? random.pickMaybe(ids) : undefined;
	const projectId = random.chance(0.3) ? random.pickMaybe(projects) : undefined;
	const words = random.list(random.between(0, 4), () => random.pick(WORDS)).join(" ");
	const query = random.chance(0.2) ? `Which ${words} tasks are overdue?` : words;
	const recipe = random.chance(0.5) ? random.pick(recipes) : undefined;
	// A project's context needs a project, or something that is in one.
	const isPossible = recipe !== "project" || focus !== undefined || projectId !== undefined;
	const message = { role: random.pick(["user", "assistant"] as const), content: `${words}\n`.repeat(5) };
	return {
		query,
		type: random.pick(TYPES),
		now: NOW,
		budget: { total: drawTotal(random) },
		...(focus !== undefined && { focus: { id: focus } }),
		...(projectId !== undefined && { projectId }),
		...(recipe !== undefined && isPossible && { recipe }),
		...(random.chance(0.2) && { pins: random.some(ids, 0.2) }),
		...(random.chance(0.2) && { mentions: random.some(ids, 0.2) }),
		...(random.chance(0.2) && { history: random.list(random.between(1, 6), () => message) }),
		...(random.chance(0.1) && { hints: { prioritizeTypes: ["task"], maxDepth: random.between(0, 3) } }),
		...(random.chance(0.1) && { ids: "uuid" as const }),
		...(random.chance(0.5) && { fill: "budget" as const }),
	};
}
