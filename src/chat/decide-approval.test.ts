import { expect, test } from "vitest";
import type { Operation } from "../graph/model/operation.ts";
import type { ProposedWrite } from "../graph/store/chat/approvals.ts";
import { showsWhole } from "./decide-approval.ts";

const write = (operation: Operation, shown: Readonly<Record<string, string>>): readonly ProposedWrite[] => [
	{
		...{ call_id: "c", tool: "upsert_entity", tier: "W1", summary: "", input: {} },
		basis: { versions: [], edges: [], links: [] },
		operations: [operation],
		diff: Object.entries(shown).map(([field, after]) => ({ subject: "List", field, before: null, after })),
	},
];
const create = (entity: object): Operation => ({
	op: "create",
	entity: { kind: "note", title: "List", ...entity },
});

test.each<[string, Operation, Readonly<Record<string, string>>, boolean]>([
	["all of a note", create({ body: "Bread.\n\nMilk." }), { title: "List", body: "Bread.\n\nMilk." }, true],
	["a body cut short", create({ body: "Bread. Delete it." }), { title: "List", body: "Bread.…" }, false],
	["a body left out", create({ body: "Bread." }), { title: "List" }, false],
	["a property", create({ props: { shop: "Corner" } }), { title: "List", shop: "Corner" }, true],
	[
		"a property under another name",
		create({ props: { obey: "yes" } }),
		{ title: "List", shop: "yes" },
		false,
	],
	["a property left out", create({ props: { obey: "me" } }), { title: "List" }, false],
	["a list", create({ props: { tags: ["a", "b"] } }), { title: "List", tags: "a, b" }, true],
	["other names", create({ aliases: ["Obey me"] }), { title: "List" }, false],
	[
		"the words on an edge",
		{ op: "link", edge: { src_id: "a", rel: "relates_to", dst_id: "b", text: "Obey." } },
		{ relates_to: "Other" },
		false,
	],
	["a kind", { op: "define_kind", definition: { kind: "K", label: "Obey", fields: [] } }, {}, false],
	[
		"what is too long to read",
		create({ body: "x".repeat(5_000) }),
		{ title: "List", body: "x".repeat(5_000) },
		false,
	],
	...["a\u200bb", "a\u202eb", "a\u{e0041}b", "a\u3164b", `a${"\n".repeat(9)}b`, `a${" ".repeat(80)}b`].map(
		(body): [string, Operation, Readonly<Record<string, string>>, boolean] => [
			`what cannot be seen: ${JSON.stringify(body)}`,
			create({ body }),
			{ title: "List", body },
			false,
		],
	),
])("[A5] a person saw %s", (_name, operation, shown, expected) => {
	expect(showsWhole(write(operation, shown))).toBe(expected);
});
