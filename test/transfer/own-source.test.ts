import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeItem, openSkein, type Skein, type SkeinSession, type Source } from "../../src/open-skein.ts";
import { serveInProcess } from "../../src/serve/cli/client/open-local.ts";
import { Folders } from "./write-folder.ts";

const folders = new Folders();
const lines: Source = {
	name: "lines",
	label: "Lines of a text",
	takes: "a file of lines",
	endings: ["lines"],
	async read({ files, signal }) {
		signal?.throwIfAborted();
		const items = [];
		for (const file of files.files) {
			const text = new TextDecoder().decode((await file.read()).bytes);
			for (const title of text.split("\n").filter((line) => line !== ""))
				items.push(makeItem({ externalId: title, entity: { kind: "task", title } }));
		}
		const losses = [{ what: "order", where: "everywhere", why: "Tasks have none." }];
		return { source: `lines:${files.root}`, items, kinds: [], fields: [], losses };
	},
};

let skein: Skein;
let path: string;
beforeAll(async () => {
	const folder = await folders.make({ "a.lines": "One\nTwo\n" });
	path = join(folder, "a.lines");
	skein = await openSkein({ dataFolder: join(folder, "data"), embedder: null, sources: [lines] });
	await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
});
afterAll(async () => {
	await skein.close();
	await folders.remove();
});

const open = async (): Promise<SkeinSession> => skein.as(await skein.principal((await skein.workspace()).id));

describe("[T21] a source of a program's own", () => {
	test("is planned and imported by the library", async () => {
		const session = await open();
		const plan = await session.importFrom({ source: "lines", path, dryRun: true });
		expect(plan.plan?.map(({ title }) => title)).toEqual(["One", "Two"]);
		const { entities, losses } = await session.importFrom({ source: "lines", path });
		expect([entities.created, losses.length]).toEqual([2, 1]);
		await expect(session.importFrom({ source: "lines", path, writeBack: true })).rejects.toMatchObject({
			code: "one_way_source",
		});
		await expect(session.importFrom({ source: "tape", path })).rejects.toMatchObject({
			code: "source_unknown",
			message: expect.stringContaining("lines"),
		});
	});

	test("is listed, described and run as a job over HTTP", async () => {
		const client = serveInProcess({ skein, caller: await skein.principal((await skein.workspace()).id) });
		const { sources } = await client.get<{ sources: readonly { name: string }[] }>("/api/sources");
		expect(sources.at(-1)).toEqual({
			...{ name: "lines", label: "Lines of a text", takes: "a file of lines", endings: ["lines"] },
			two_way: false,
		});
		const openapi = await client.get<object>("/api/openapi.json");
		expect(JSON.stringify(openapi)).toContain('"jsonl","lines"]');
		let job = await client.post<{ id: string; state: string; report?: object }>("/api/imports", {
			...{ source: "lines", path },
		});
		while (job.state === "running") job = await client.get(`/api/imports/${job.id}`);
		expect(job).toMatchObject({ state: "done", report: { entities: { created: 0, skipped: 2 } } });
		await expect(client.post("/api/imports", { source: "tape", path })).rejects.toMatchObject({
			code: "invalid_input",
		});
	});

	test.each([
		["markdown", "source_taken"],
		["My Source", "invalid_input"],
	])("called %s is refused before anything is opened", async (name, code) => {
		const opening = openSkein({ dataFolder: join(path, "never"), sources: [{ ...lines, name }] });
		await expect(opening).rejects.toMatchObject({ code });
	});
});
