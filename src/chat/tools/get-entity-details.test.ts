import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/support/open-test-database.ts";
import { o200k } from "../../context/budget/tokenizer.ts";
import { Graph, type Session } from "../../graph/graph.ts";
import type { Principal } from "../../graph/model/access.ts";
import type { NewEntity } from "../../graph/model/entity.ts";
import { Store } from "../../graph/store/store.ts";
import { getEntityDetails } from "./get-entity-details.ts";

const LONGEST_WAIT_MS = 2000;

let graph: Graph;
let principal: Principal;
beforeAll(async () => {
	graph = new Graph(new Store(await openTestDatabase()));
	const { workspaces } = graph.store;
	const workspace = await workspaces.create("Orchard");
	const account = await workspaces.ensureAccount({ email: "a@example.org", display_name: "A" });
	await workspaces.setMember(workspace.id, account.id, "owner");
	principal = { workspaceId: workspace.id, accountId: account.id };
});
afterAll(() => graph.close());

async function write(entity: NewEntity): Promise<Session> {
	const { writer } = await graph.openSession(principal);
	await writer.commit([{ op: "create", entity }], "test");
	return graph.openSession(principal);
}

/** Returns the text between the fences, which are as long as the text needs. */
function readFenced(text: string): string {
	const [, , body = ""] = /^(`{3,})\n([\s\S]*)\n\1\n/m.exec(text) ?? [];
	return body;
}

test("a long text comes in pages that hold to their budget and add up to the whole", async () => {
	const body = Array.from(
		{ length: 400 },
		(_, line) => `${line} 🍐 quince \`\`\`\`code ${"leaf ".repeat(line % 9)}end`,
	).join(" ");
	const session = await write({ kind: "document", title: "The long one", body });
	let read = "";
	let pages = 0;
	for (let cursor: unknown = 0; cursor !== null; pages += 1) {
		const input = { entity_id: "The long one", max_tokens: 500, cursor };
		const { text, structured } = await getEntityDetails.call(input, session);
		expect(o200k.count(text)).toBeLessThanOrEqual(500);
		read += readFenced(text);
		cursor = structured.next_cursor;
		if (cursor !== null) expect(text).toContain(`… ${body.length - Number(cursor)} more characters`);
	}
	expect(read).toBe(body);
	expect(pages).toBeLessThan(o200k.count(body) / 300);
});

test("a text that fits comes whole, and light shows less", async () => {
	const session = await write({ kind: "note", title: "The short one", body: "One line.\nAnother." });
	const full = await getEntityDetails.call({ entity_id: "the short one" }, session);
	expect(readFenced(full.text)).toBe("One line.\nAnother.");
	expect(full.structured).toMatchObject({
		kind: "note",
		title: "The short one",
		version: 1,
		next_cursor: null,
	});
	const light = await getEntityDetails.call({ entity_id: full.structured.ref, detail: "light" }, session);
	expect(light.text).toContain("[The short one]");
	expect(light.text).not.toContain("```");
});

test("a text of the largest size holds nobody up", async () => {
	const session = await write({ kind: "document", title: "The largest one", body: "word ".repeat(800_000) });
	const begin = performance.now();
	const { structured } = await getEntityDetails.call({ entity_id: "The largest one" }, session);
	expect(structured.next_cursor).toBeGreaterThan(10_000);
	expect(performance.now() - begin).toBeLessThan(LONGEST_WAIT_MS);
});

test("fields that do not fit are named, with what they need", async () => {
	const session = await write({
		kind: "task",
		title: "The heavy one",
		description: "many words here ".repeat(300),
		body: "text",
	});
	const call = (max_tokens: number) =>
		getEntityDetails.call({ entity_id: "The heavy one", max_tokens }, session);
	const failure = await call(200).catch((error) => error);
	expect(failure).toMatchObject({ code: "budget_too_small", details: { parts: [{ name: "fields" }] } });
	await expect(call(failure.details.needed)).resolves.toBeDefined();
});
