import { describe, expect, test } from "vitest";
import { DEMO_DAY, find, kinds, projectKeys, workspace } from "../../test/support/read-demo.ts";
import { isTerminal } from "../graph/model/kind.ts";
import { readDemo } from "./load-demo.ts";

describe("time", () => {
	test.each(["2024-02-29", "2025-01-01", DEMO_DAY, "2027-12-31"])(
		"on %s there is overdue and blocked work",
		async (today) => {
			const { entities } = await readDemo(today);
			const tasks = entities.filter((entity) => entity.kind === "task");
			const taskKind = kinds.get("task");
			for (const project of projectKeys) {
				const inside = tasks.filter((task) => task.project_id === project);
				const overdue = inside.filter(
					(task) =>
						String(task.props?.due_at ?? "9999") < today && !isTerminal(taskKind, task.state_key ?? null),
				);
				expect(overdue.length).toBeGreaterThan(0);
				expect(inside.some((task) => task.state_key === "blocked")).toBe(true);
			}
			const milestones = entities.filter((entity) => entity.kind === "milestone");
			expect(milestones.some((milestone) => String(milestone.props?.due_at) < today)).toBe(true);
			expect(milestones.some((milestone) => String(milestone.props?.due_at) > today)).toBe(true);
		},
	);

	test("blocked work names something unfinished that it waits for", () => {
		const isOpen = (key: string): boolean => {
			const { kind, state_key: state = null } = find(key);
			return state !== null && state !== "made" && !isTerminal(kinds.get(kind), state);
		};
		const waiting = new Set(
			workspace.edges.flatMap(({ src_id: src, rel, dst_id: dst }) => {
				if (rel === "blocks") return isOpen(src) ? [dst] : [];
				return rel === "depends_on" && isOpen(dst) ? [src] : [];
			}),
		);
		const blocked = workspace.entities.filter((entity) => entity.state_key === "blocked");
		expect(blocked.filter((entity) => !waiting.has(entity.id)).map((entity) => entity.id)).toEqual([]);
	});

	test("what was decided carries its day, and no signal comes from the future", () => {
		for (const entity of workspace.entities) {
			if (entity.kind === "decision") {
				expect({ key: entity.id, dated: entity.props?.decision_at !== undefined }).toEqual({
					key: entity.id,
					dated: entity.state_key !== "pending",
				});
				expect(String(entity.props?.decision_at ?? DEMO_DAY) <= DEMO_DAY).toBe(true);
			}
			if (entity.kind === "signal") expect(String(entity.props?.ts).slice(0, 10) <= DEMO_DAY).toBe(true);
		}
	});

	test("the same day gives the same workspace, another day the same one moved", async () => {
		expect(await readDemo(DEMO_DAY)).toEqual(workspace);
		const later = await readDemo("2026-11-16");
		expect(later.entities.map((entity) => entity.id)).toEqual(workspace.entities.map((entity) => entity.id));
		expect(later.edges).toEqual(workspace.edges);
		expect(later.entities).not.toEqual(workspace.entities);
	});
});
