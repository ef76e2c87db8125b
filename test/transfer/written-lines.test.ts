import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph, type Session } from "../../src/graph/graph.ts";
import { Store } from "../../src/graph/store/store.ts";
import { openSourceFiles } from "../../src/graph/transfer/files/open-source-files.ts";
import { runImport } from "../../src/graph/transfer/run-import.ts";
import { readArchive } from "../../src/graph/transfer/sources/jsonl/read-archive.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { workspace as demo } from "../support/read-demo.ts";

let graph: Graph;
let folder: string;
let open: () => Promise<Session>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-lines-"));
	graph = new Graph(new Store(await openTestDatabase()));
	const workspace = await graph.store.workspaces.create("Mine");
	const account = await graph.store.workspaces.ensureAccount({ email: "me@localhost", display_name: "Me" });
	await graph.store.workspaces.setMember(workspace.id, account.id, "owner");
	open = () => graph.openSession({ workspaceId: workspace.id, accountId: account.id });
});
afterAll(async () => {
	await graph.close();
	await rm(folder, { recursive: true, force: true });
});

async function importLines(path: string) {
	const principal = (await open()).reader.access.principal;
	const { imports } = graph.store.as(await graph.store.access(principal));
	return runImport({ imports, source: "jsonl", path });
}

test("the demo's files come in through the importer, with kinds, references, relations and texts", async () => {
	const path = join(import.meta.dirname, "../../src/demo/rillmark");
	const first = await importLines(path);
	expect(first.entities).toEqual({ created: demo.entities.length, updated: 0, skipped: 0 });
	expect(first.losses.map(({ where }) => where)).toEqual(
		expect.arrayContaining(["member", "project_access", "project_member"]),
	);
	const { reader } = await open();
	const priya = [...reader.graph.nodes()].find(({ title }) => title === "Priya Raghunathan");
	const links = reader.graph.linksOf(priya?.id ?? "");
	expect(
		links.some(({ edge, other }) => edge.origin === "field" && other.title === "Firmware and data"),
	).toBe(true);
	const stated = [...reader.graph.nodes()].flatMap(({ id }) =>
		reader.graph
			.linksOf(id)
			.filter(({ edge, seenFrom }) => edge.origin === "stated" && seenFrom === "outgoing"),
	);
	expect(stated).toHaveLength(demo.edges.length);
	const handbook = [...reader.graph.nodes()].find(({ title }) => title === "Handbook");
	const { body = "" } = (await reader.rows.getMany([handbook?.id ?? ""])).get(handbook?.id ?? "") ?? {};
	expect(body).toBe(demo.entities.find(({ title }) => title === "Handbook")?.body);
	const again = await importLines(path);
	expect(again.entities).toEqual({ created: 0, updated: 0, skipped: demo.entities.length });
});

test("days count from the day of the import where the first line says so, and nowhere else", async () => {
	const task = { id: "t", kind: "note", title: "On {today-1}", created_at: "{today-24}T08:00Z" };
	const markdown = "---\nid: long\nkind: note\ntitle: A long one\n---\nIn {today+92:quarter}.\n";
	const read = async (relative: boolean) => {
		const lines = [
			{ type: "workspace", row: { id: "w", ...(relative && { relative_days: true }) } },
			{ type: "entity", row: task },
		];
		await writeFile(join(folder, "1.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
		await writeFile(join(folder, "2.md"), markdown);
		await writeFile(join(folder, "README.md"), "# Not an entity");
		return (await readArchive({ files: await openSourceFiles(folder), today: "2026-03-01" })).entities;
	};
	expect(await read(true)).toMatchObject([
		{
			title: "On 2026-02-28",
			created_at: "2026-02-05T08:00:00.000Z",
			updated_at: "2026-02-05T08:00:00.000Z",
		},
		{ id: "long", kind: "note", body: "In 2026 Q2.", project_id: null, props: {} },
	]);
	expect(await read(false)).toMatchObject([{ title: "On {today-1}" }, { body: "In {today+92:quarter}." }]);
});
