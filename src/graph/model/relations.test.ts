import { describe, expect, test } from "vitest";
import { BUILT_IN_KINDS } from "./kinds/kind-registry.ts";
import { canonicaliseEdge, RELATIONS, readRelation } from "./relations.ts";

const isOwnKind = (kind: string): boolean => kind === "Team";
const join = (source: string, rel: string, target: string): string => {
	const edge = canonicaliseEdge({
		src: { id: "a", kind: source },
		rel,
		dst: { id: "b", kind: target },
		isOwnKind,
	});
	return `${edge.src.id} ${edge.rel} ${edge.dst.id}`;
};

describe("names", () => {
	test.each([
		["task", "belongs_to_plan", "plan", "b has_task a"],
		["task", "part_of", "milestone", "b contains a"],
		["document", "referenced_by", "task", "b references a"],
		["task", "blocked_by", "task", "b blocks a"],
		["risk", "mitigated_by", "plan", "b mitigates a"],
		["output", "produced_by", "task", "b produces a"],
		["task", "supports", "goal", "a supports_goal b"],
		["plan", "builds_on", "goal", "a depends_on b"],
	])("[G3] a %s %s a %s is stored as %s", (source, rel, target, stored) => {
		expect(join(source, rel, target)).toBe(stored);
	});

	test.each(RELATIONS.map((relation) => [relation.rel, relation] as const))(
		"[G4] %s joins its kinds and no others",
		(rel, relation) => {
			const kinds = BUILT_IN_KINDS.map(({ kind }) => kind);
			const sources = relation.sources === "any" ? kinds : relation.sources;
			const targets = relation.targets ?? kinds;
			for (const source of kinds) {
				for (const target of kinds) {
					const allowed = sources.includes(source) && targets.includes(target);
					const attempt = (): string => join(source, rel, target);
					if (allowed) expect(attempt()).toBe(`a ${rel} b`);
					else expect(attempt).toThrowError(expect.objectContaining({ code: "relation_mismatch" }));
				}
			}
		},
	);

	test("[G4] a kind of one's own stands at its end of any relation, also by a name of one's own", () => {
		expect(join("Team", "mitigates", "risk")).toBe("a mitigates b");
		expect(join("plan", "mitigates", "Team")).toBe("a mitigates b");
		expect(() => join("Team", "mitigates", "note")).toThrowError(
			expect.objectContaining({ code: "relation_mismatch" }),
		);
		expect(join("task", "owned_by", "Team")).toBe("a owned_by b");
		for (const rel of ["Owned By", "", "x".repeat(64), "__proto__", "toString"]) {
			expect(() => join("task", rel, "Team")).toThrowError(
				expect.objectContaining({ code: "unknown_relation" }),
			);
		}
		expect(() => join("task", "owned_by", "task")).toThrowError(
			expect.objectContaining({ code: "unknown_relation" }),
		);
	});
});

describe("readings", () => {
	test.each([
		["has_task", "plan", "belongs_to_plan", "outgoing"],
		["has_task", "goal", "has_task", "incoming"],
		["contains", "plan", "part_of", "outgoing"],
		["references", "task", "referenced_by", "outgoing"],
		["blocks", "task", "blocked_by", "outgoing"],
		["mitigates", "task", "mitigated_by", "outgoing"],
		["produces", "task", "produced_by", "outgoing"],
		["depends_on", "task", "depends_on", "incoming"],
		["owned_by", "Team", "owned_by", "incoming"],
	])("[G3] from its target, %s of a %s reads %s, %s", (rel, sourceKind, relation, direction) => {
		expect(readRelation(rel, "incoming", sourceKind)).toMatchObject({ relation, direction });
		expect(readRelation(rel, "outgoing", sourceKind)).toMatchObject({ relation: rel, direction: "outgoing" });
	});

	test("[G3] every relation that ships has a label at either end", () => {
		for (const { rel, label, inverseLabel } of RELATIONS) {
			expect(readRelation(rel, "outgoing", "task").label).toBe(label);
			expect(readRelation(rel, "incoming", "task").label).toBe(inverseLabel);
			expect(label === "" || inverseLabel === "").toBe(false);
		}
	});
});
