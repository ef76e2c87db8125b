import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportJob } from "../../src/graph/transfer/jobs/import-jobs.ts";
import { expectProblem, type HttpCaller } from "../support/http-caller.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";
import { Folders, zip } from "./write-folder.ts";

const OPERATOR = "the operator's own key";
const folders = new Folders();
let served: ServedWorkbench;
let ada: HttpCaller;
let ben: HttpCaller;
let tokens: Record<"ada" | "ben", string>;
beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase(), { operatorKey: OPERATOR });
	const { graph, workspaceId, people } = served.bench;
	const sign = async (accountId: string): Promise<string> =>
		(await graph.store.credentials.create({ workspaceId, accountId, purpose: "session", mode: "write" }))
			.token;
	tokens = { ada: await sign(people.ada), ben: await sign(people.ben) };
	ada = await served.caller("ada");
	ben = await served.caller("ben");
});
afterAll(async () => {
	await served?.close();
	await folders.remove();
});

const send = (name: string, body: string | Uint8Array, who: "ada" | "ben" = "ada"): Promise<Response> =>
	fetch(`${served.url}/api/uploads?${new URLSearchParams({ name })}`, {
		method: "POST",
		body: body as BodyInit,
		headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/octet-stream" },
	});

const upload = async (name: string, body: string | Uint8Array): Promise<string> =>
	((await (await send(name, body)).json()) as { upload: { id: string } }).upload.id;

async function finish(job: ImportJob): Promise<ImportJob> {
	let now = job;
	while (now.state === "running") {
		await sleep(20);
		now = (await (await ada.call(`/api/imports/${now.id}`)).json()) as ImportJob;
	}
	return now;
}

const start = async (body: object, headers = {}): Promise<ImportJob> =>
	(await (await ada.call("/api/imports", { body, headers })).json()) as ImportJob;

describe("[T11] an import by upload", () => {
	test("is planned, then run, from one file; sent again under its name, it brings things up to date", async () => {
		const notes = { "Arch.md": "Of [[Stone]] ![[a.png]]", "Stone.md": "Hard", "a.png": "png" };
		const first = await upload("Notes.zip", await zip(notes));
		const plan = await finish(await start({ source: "markdown", upload: first, dry_run: true }));
		expect(plan).toMatchObject({ state: "done", dry_run: true, report: { entities: { created: 2 } } });
		expect(plan.report?.plan?.map(({ action, title }) => `${action} ${title}`)).toEqual([
			"create Arch",
			"create Stone",
		]);
		const done = await finish(await start({ source: "markdown", upload: first }));
		expect(done.report).toMatchObject({
			entities: { created: 2 },
			edges: { created: 1 },
			files: { kept: 1 },
		});

		const second = await upload("Notes.zip", await zip({ ...notes, "Stone.md": "Harder" }));
		const again = await finish(await start({ source: "markdown", upload: second }));
		expect(again.report?.entities).toEqual({ created: 0, updated: 1, skipped: 1 });
	});

	test("takes a single file by its own name", async () => {
		const job = await start({ source: "csv", upload: await upload("Cranes.csv", "Name,Lifts\nBig,12\n") });
		expect((await finish(job)).report).toMatchObject({
			entities: { created: 1 },
			mapping: { kind: "Cranes" },
		});
	});

	test("[P23] takes a name of any length in any script, and keeps what it ends with", async () => {
		for (const letter of ["漢", "\u200d", "👩"]) {
			const name = `${letter.repeat(120)}.csv`;
			expect({ letter, status: (await send(name, "Title\nArch\n")).status }).toEqual({ letter, status: 201 });
		}
		const id = await upload(`${"漢".repeat(120)}.csv`, "Title\nArch\n");
		const plan = await finish(await start({ source: "csv", upload: id, dry_run: true }));
		expect(plan).toMatchObject({ state: "done", report: { entities: { created: 1 } } });
	});

	test("with a key that comes again is the same import; with another request it is refused", async () => {
		const id = await upload("Once.md", "once");
		const key = { "idempotency-key": "import-1" };
		const body = { source: "markdown", upload: id };
		const job = await start(body, key);
		expect((await start(body, key)).id).toBe(job.id);
		await expectProblem(
			await ada.call("/api/imports", { body: { ...body, dry_run: true }, headers: key }),
			422,
			"idempotency_key_reused",
		);
		const listed = (await (await ada.call("/api/imports")).json()) as { imports: ImportJob[] };
		expect(listed.imports[0]?.id).toBe(job.id);
		expect(((await (await ben.call("/api/imports")).json()) as { imports: [] }).imports).toEqual([]);
	});

	test("belongs to whoever sent it, until they let it go", async () => {
		const id = await upload("Mine.md", "mine");
		const body = { source: "markdown", upload: id };
		await expectProblem(await ben.call("/api/imports", { body }), 404, "not_found");
		await expectProblem(await ben.call(`/api/uploads/${id}`, { method: "DELETE" }), 404, "not_found");
		expect((await ada.call(`/api/uploads/${id}`, { method: "DELETE" })).status).toBe(200);
		await expectProblem(await ada.call("/api/imports", { body }), 404, "not_found");
	});

	test("[P23] of many one runs and the others wait; too many are refused, and others' imports go on", async () => {
		const notes = Array.from({ length: 2_000 }, (_, index) => [`q${index}.md`, `[[q${index + 1}]]`]);
		const many = await upload("Queue.zip", await zip(Object.fromEntries(notes)));
		const body = { source: "markdown", upload: many };
		const jobs = await Promise.all(Array.from({ length: 10 }, () => start(body)));
		await expectProblem(await ada.call("/api/imports", { body }), 429, "too_many_imports");
		const { upload: file } = (await (await send("Ben.md", "ben", "ben")).json()) as {
			upload: { id: string };
		};
		const own = await ben.call("/api/imports", { body: { source: "markdown", upload: file.id } });
		let job = (await own.json()) as ImportJob;
		while (job.state === "running") {
			await sleep(20);
			job = (await (await ben.call(`/api/imports/${job.id}`)).json()) as ImportJob;
		}
		expect(job).toMatchObject({ state: "done", report: { entities: { created: 1 } } });
		const { imports } = (await (await ada.call("/api/imports")).json()) as { imports: readonly ImportJob[] };
		const started = imports.filter(
			({ id, progress }) => progress !== null && jobs.some((each) => each.id === id),
		);
		expect(started.length).toBeLessThan(5);
		for (const { id } of jobs.toReversed()) await ada.call(`/api/imports/${id}`, { method: "DELETE" });
	}, 60_000);

	test("keeps its file while it waits, however many files are sent after it", async () => {
		const notes = Array.from({ length: 1_000 }, (_, index) => [`w${index}.md`, `[[w${index + 1}]]`]);
		const jobs = [
			await start({
				source: "markdown",
				upload: await upload("Wait.zip", await zip(Object.fromEntries(notes))),
			}),
		];
		for (let index = 0; index < 9; index += 1) {
			const id = await upload(`Waiting ${index}.md`, `text ${index}`);
			jobs.push(await start({ source: "markdown", upload: id }));
		}
		const ended = await Promise.all(jobs.map(finish));
		expect(ended.map(({ state, problem }) => ({ state, problem }))).toEqual(
			jobs.map(() => ({ state: "done", problem: null })),
		);
	}, 60_000);

	test("can be stopped, and says so", async () => {
		const files = Array.from({ length: 1_500 }, (_, index) => [`n${index}.md`, `[[n${index + 1}]]`]);
		const job = await start({
			source: "markdown",
			upload: await upload("Many.zip", await zip(Object.fromEntries(files))),
		});
		const stopped = (await (
			await ada.call(`/api/imports/${job.id}`, { method: "DELETE" })
		).json()) as ImportJob;
		expect(stopped).toMatchObject({ id: job.id, state: "stopped", report: null, problem: null });
	});

	test("needs one place to come from, and a path of the server's disk needs its operator", async () => {
		const folder = await folders.make({ "Local.md": "local" });
		const path = { source: "markdown", path: folder };
		await expectProblem(
			await ada.call("/api/imports", { body: { source: "markdown" } }),
			400,
			"invalid_input",
		);
		await expectProblem(await ada.call("/api/imports", { body: path }), 403, "forbidden");
		const job = await start(path, { "skein-operator": OPERATOR });
		expect((await finish(job)).report?.entities.created).toBe(1);
		const both = { ...path, upload: await upload("Both.md", "both") };
		const refused = await ada.call("/api/imports", { body: both, headers: { "skein-operator": OPERATOR } });
		await expectProblem(refused, 400, "invalid_input");
	});

	test.each(["../../etc/passwd.md", "C:\\x.md", ".", "a/b.md", "nul\u0001.md"])(
		"a name such as %j leads nowhere",
		async (name) => {
			const job = await start({ source: "markdown", upload: await upload(name, "text"), dry_run: true });
			expect((await finish(job)).state).toBe("done");
		},
	);
});

describe("[T10] a file over HTTP", () => {
	test("is shown as what it is and runs nothing; anything else is handed over", async () => {
		const note = (await (
			await ada.call("/api/entities", { body: { kind: "note", title: "Holder" } })
		).json()) as {
			id: string;
		};
		const address = (name: string) => `/api/entities/${note.id}/attachments/${encodeURIComponent(name)}`;
		const put = (name: string, text: string) => ada.call(address(name), { method: "PUT", text });
		expect((await put("pictures/deck.svg", "<svg><script>alert(1)</script></svg>")).status).toBe(200);
		expect((await put("page.html", "<script>alert(1)</script>")).status).toBe(200);

		const shown = await ada.call(address("deck.svg"));
		expect(Object.fromEntries(shown.headers)).toMatchObject({
			"content-type": "image/svg+xml",
			"content-disposition": "inline; filename*=UTF-8''deck.svg",
			"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
			"x-content-type-options": "nosniff",
			"cache-control": "private, no-cache",
		});
		const etag = shown.headers.get("etag") ?? "";
		expect((await ada.call(address("deck.svg"), { headers: { "if-none-match": etag } })).status).toBe(304);
		const handed = await ada.call(address("page.html"));
		expect(Object.fromEntries(handed.headers)).toMatchObject({
			"content-type": "application/octet-stream",
			"content-disposition": "attachment; filename*=UTF-8''page.html",
		});
		await expectProblem(await put("../x.png", "x"), 400, "invalid_attachment_name");
		await expectProblem(await put("large.bin", "x".repeat(20_000_001)), 413, "too_large");

		const removed = await ada.call(address("deck.svg"), { method: "DELETE" });
		await expectProblem(await ada.call(address("deck.svg")), 404, "not_found");
		const change = removed.headers.get("skein-change");
		expect((await ada.call(`/api/changes/${change}/undo`, { method: "POST" })).status).toBe(200);
		expect(await (await ada.call(address("pictures/deck.svg"))).text()).toContain("<svg>");
	});
});
