import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import { type DemoWorkspace, readDemo } from "../../src/demo/load-demo.ts";
import { isReference, listReferences } from "../../src/graph/model/field.ts";
import { newId } from "../../src/graph/model/ids.ts";
import type { JsonObject } from "../../src/graph/model/json.ts";
import { KindRegistry } from "../../src/graph/model/kinds/kind-registry.ts";
import { makeOwnKind } from "../../src/graph/model/own-kind.ts";
import { canonicaliseRelation } from "../../src/graph/model/relations.ts";
import { answerQuery } from "../../src/graph/query/execute-query.ts";
import { indexRows } from "../support/index-rows.ts";

const TODAY = "2026-09-15";
const guide = readFileSync(join(root, "docs/query-language.md"), "utf8");
const examples = [...guide.matchAll(/\| `(SELECT [^`]+)` \|/g)].map(([, text = ""]) => text);

const workspace = await readDemo(TODAY);
const ids = new Map(workspace.entities.map((entity) => [entity.id, newId()]));
const kinds = new KindRegistry(workspace.kinds.map(makeOwnKind));

function resolveKeys({ kind, props }: DemoWorkspace["entities"][number]): JsonObject {
	const references = kinds
		.get(kind)
		.fields.filter(isReference)
		.map(({ name, type }) => {
			const named = listReferences(props[name]).map((key) => ids.get(key) ?? "");
			return [name, type === "entity_ref_list" ? named : (named[0] ?? null)] as const;
		});
	return { ...props, ...Object.fromEntries(references) };
}

const rows = indexRows(
	workspace.entities.map((entity, index) => ({
		id: ids.get(entity.id) ?? "",
		ref: `0000${1_000 + index}`,
		kind: entity.kind,
		project_id: ids.get(entity.project_id ?? "") ?? null,
		owner_id: "",
		title: entity.title,
		aliases: [],
		state_key: entity.state_key ?? null,
		type_key: entity.type_key,
		props: resolveKeys(entity),
		created_at: entity.created_at ?? "",
		updated_at: entity.updated_at ?? "",
		completed_at: null,
		archived_at: null,
	})),
	workspace.edges.map(({ src_id: src, rel, dst_id: dst }) => {
		const [from = "", to = ""] = [src, dst].map((key) => ids.get(key));
		const stored = canonicaliseRelation(rel);
		const [src_id, dst_id] = stored.swap ? [to, from] : [from, to];
		return { src_id, rel: stored.rel, dst_id };
	}),
);
const asker = { accountId: "", names: ["Agnieszka Wrona"] };

test("the guide has examples", () => {
	expect(examples.length).toBeGreaterThanOrEqual(10);
});

test.each(examples)("the guide's example finds something in the demo: %s", (text) => {
	const answer = answerQuery({
		text,
		kinds,
		rows,
		now: new Date(`${TODAY}T12:00:00Z`),
		timeZone: "Europe/Copenhagen",
		asker,
	});
	expect(answer.total).toBeGreaterThan(0);
	const everything = rows.ofKind(answer.rows[0]?.kind ?? "");
	expect(answer.total, "a condition that all pass shows nothing").toBeLessThan([...everything].length);
});
