import type { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activitySchema, changesSchema, trashSchema, undoneSchema } from "../../src/contract/change.ts";
import { type HeronStage, openHeronStage } from "../support/heron-stage.ts";
import { expectProblem } from "../support/http-caller.ts";
import { MAREN, PRIYA, SYLVIE } from "../support/http-stage.ts";

let stage: HeronStage;

beforeAll(async () => {
	stage = await openHeronStage();
});
afterAll(() => stage?.served.close());

describe("the log", () => {
	test("[C5] lists the changes, and a change can be undone", async () => {
		const task = await stage.make({ title: "Sweep the roof" });
		const answer = await stage.patch(task, { version: 1, state_key: "done" });
		const id = answer.headers.get("skein-change") ?? "";
		const { changes } = await stage.read(changesSchema, `/api/changes?entity_id=${task.id}&form=full`);
		expect(changes.map(({ rows }) => rows[0]?.verb)).toEqual(["updated", "created"]);
		expect(changes[0]).toMatchObject({ id, actor_name: "Maren Oyelaran", via: "http", row_count: 1 });
		expect(changes[0]?.rows[0]).toMatchObject({
			...{ table: "entity", title: "Sweep the roof", fields: ["state_key", "completed_at"] },
			...{ before: { state_key: "todo" }, after: { state_key: "done" } },
		});
		const undone = await stage.read(undoneSchema, `/api/changes/${id}/undo`, { method: "POST" });
		expect(undone.entities[0]).toMatchObject({ state_key: "todo", version: 3 });
		await expectProblem(await stage.call(`/api/changes/${id}/undo`, { method: "POST" }), 409, "overtaken");
	});

	test("is followed from a revision on, without a gap", async () => {
		const { revision } = await stage.read(changesSchema, "/api/changes?limit=1");
		for (const title of ["a", "b", "c", "d", "e"]) await stage.make({ title });
		const seen: string[] = [];
		let next: string | null = "";
		while (next !== null) {
			const path: string = `/api/changes?since=${revision}&limit=2${next && `&cursor=${next}`}`;
			const page: z.infer<typeof changesSchema> = await stage.read(changesSchema, path);
			seen.push(...page.changes.map(({ rows }) => rows[0]?.title ?? ""));
			next = page.next_cursor;
		}
		expect(seen).toEqual(["a", "b", "c", "d", "e"]);
		const newest = await stage.read(changesSchema, "/api/changes?limit=3");
		expect(newest.changes.map(({ rows }) => rows[0]?.title)).toEqual(["e", "d", "c"]);
	});

	test("[R12] a place in the log is the reader's own and reveals nothing of changes they may not see", async () => {
		const asPriya = { token: stage.priya };
		const place = (caller = {}) => stage.read(changesSchema, "/api/changes?limit=1", caller);
		const [before, again] = [await place(asPriya), await place(asPriya)];
		expect(before.revision).not.toBe(again.revision);
		await stage.make({ title: "Unseen", visibility: "private" });
		const path = `/api/changes?since=${before.revision}`;
		expect((await stage.read(changesSchema, path, asPriya)).changes).toEqual([]);
		expect((await stage.read(changesSchema, "/api/changes?since=0&limit=1", asPriya)).changes).toHaveLength(
			1,
		);
		// Neither somebody else's nor a number is one.
		for (const cursor of [(await place()).revision, "12", "", "-1", "A".repeat(22)])
			await expectProblem(await stage.call(`/api/changes?since=${cursor}`, asPriya), 400, "invalid_cursor");
		const status = (await (await stage.call("/api/status", asPriya)).json()) as { revision: unknown };
		expect(status.revision).toMatch(/^[\w-]{22}$/);
		const context = await stage.call("/api/context", { ...asPriya, body: { query: "felt" } });
		expect(await context.json()).not.toHaveProperty("revision");
	});

	test("[R16] [R7] [R12] says nothing of what the reader may not know, nor of what was private before it was opened", async () => {
		const secret = await stage.make({ title: "For Priya", visibility: "private", body: "A sponge." });
		await stage.patch(secret, { version: 1, body: "A sponge with cream." });
		const asPriya = { token: stage.priya };
		await expectProblem(await stage.call(`/api/changes?entity_id=${secret.id}`, asPriya), 404, "not_found");
		const all = await stage.read(changesSchema, "/api/changes?form=full&limit=200", asPriya);
		expect(JSON.stringify(all)).not.toMatch(/For Priya|sponge/);
		await stage.patch(secret, { version: 2, visibility: "inherit", body: "Cake for all." });
		const opened = await stage.read(changesSchema, `/api/changes?entity_id=${secret.id}&form=full`, asPriya);
		expect(opened.changes).toHaveLength(1);
		const [row] = opened.changes[0]?.rows ?? [];
		expect(row).toMatchObject({ before: null, after: { body: "Cake for all." }, fields: null });
		expect(JSON.stringify(opened)).not.toContain("sponge");
	});

	test("[R16] the trash is listed to those who may restore from it", async () => {
		const task = await stage.make({ title: "Thrown away" });
		await stage.call(`/api/entities/${task.id}`, { method: "DELETE" });
		const told = await stage.read(changesSchema, `/api/changes?entity_id=${task.id}`);
		expect(told.changes[0]?.rows[0]).toMatchObject({ verb: "deleted", title: "Thrown away" });
		const readOnly = await stage.served.credential(MAREN, { mode: "read" });
		const path = `/api/changes?entity_id=${task.id}`;
		await expectProblem(await stage.call(path, { token: readOnly }), 404, "not_found");
		const guest = await stage.served.credential(SYLVIE);
		await expectProblem(await stage.call(path, { token: guest }), 404, "not_found");
	});

	test("[C14] [R7] the trash is found by those who may take out of it; a deleted address answers as an absent one", async () => {
		const task = await stage.make({ title: "Thrown off the roof" });
		await stage.call(`/api/entities/${task.id}`, { method: "DELETE" });
		const find = (caller = {}) => stage.read(trashSchema, `/api/trash?entity_id=${task.ref}`, caller);
		expect((await find()).entities).toMatchObject([
			{ id: task.id, title: "Thrown off the roof", deleted_by: { name: "Maren Oyelaran" } },
		]);
		const readOnly = await stage.served.credential(MAREN, { mode: "read" });
		const guest = await stage.served.credential(SYLVIE);
		for (const token of [readOnly, guest]) {
			const gone = await (await stage.call(`/api/trash?entity_id=${task.ref}`, { token })).text();
			const absent = await (await stage.call("/api/trash?entity_id=zzzzzzzz", { token })).text();
			expect(gone).toBe(absent);
		}
		await expectProblem(await stage.call(`/api/entities/${task.ref}`), 404, "not_found");
		await expectProblem(await stage.call("/api/trash?cursor=x"), 400, "invalid_input");
		await expectProblem(await stage.call("/api/trash?project_id=nowhere"), 404, "not_found");
	});

	test("[C15] is narrowed by person, kind and project, and refuses what names none", async () => {
		const task = await stage.make({ title: "Measured" });
		const find = (query: string) => stage.read(changesSchema, `/api/changes?limit=1&${query}`);
		const [newest] = (await find("kind=task")).changes;
		expect(newest?.rows[0]?.id).toBe(task.id);
		expect(newest?.counts).toEqual([{ table: "entity", kind: "task", verb: "created", count: 1 }]);
		expect((await find(`actor_id=${newest?.actor_id}`)).changes[0]?.id).toBe(newest?.id);
		expect((await find("actor_id=01900000-0000-7000-8000-000000000000")).changes).toEqual([]);
		await expectProblem(await stage.call("/api/changes?actor_id=me"), 400, "invalid_input");
		await expectProblem(await stage.call("/api/changes?project_id=nowhere"), 404, "not_found");
	});

	test("[C15] a list needs no texts: the short form leaves them out, and still says that they have changed", async () => {
		const task = await stage.make({ title: "Long", body: "word ".repeat(1_000) });
		await stage.patch(task, { version: 1, body: `${"word ".repeat(1_000)}more`, state_key: "done" });
		const [change] = (await stage.read(changesSchema, `/api/changes?entity_id=${task.id}&form=short`))
			.changes;
		const [row] = change?.rows ?? [];
		expect(row?.fields).toEqual(["body", "state_key", "completed_at"]);
		expect(row).toMatchObject({ before: { state_key: "todo" }, after: { state_key: "done" } });
		expect(row?.after).not.toHaveProperty("body");
		expect(row?.before).not.toHaveProperty("body");
	});

	test("[C10] what a person changed and looked at is found again; what a program fetched is not", async () => {
		const task = await stage.make({ title: "Looked at" });
		await stage.call(`/api/entities/${task.id}`, { token: stage.priya });
		const robot = await stage.served.credential(PRIYA, { mode: "read" });
		const other = await stage.make({ title: "Fetched" });
		await stage.call(`/api/entities/${other.id}`, { token: robot });
		const views = await stage.read(activitySchema, "/api/activity?action=view", { token: stage.priya });
		const titles = views.activity.map(({ title }) => title);
		expect(titles).toContain("Looked at");
		expect(titles).not.toContain("Fetched");
		const edits = await stage.read(activitySchema, "/api/activity?limit=2");
		expect(edits.activity.map(({ title }) => title)).toEqual(["Fetched", "Looked at"]);
	});
});

test("[R12] an id that somebody chose is refused alike, whether it is taken unseen or free", async () => {
	const secret = await stage.make({ title: "Taken", visibility: "private" });
	const answers = await Promise.all(
		[secret.id, "0197f000-0000-7000-8000-000000000000"].map(async (id) => {
			const body = { id, kind: "note", title: "Mine" };
			return expectProblem(
				await stage.call("/api/entities", { token: stage.priya, body }),
				400,
				"invalid_input",
			);
		}),
	);
	expect(answers[0]).toEqual(answers[1]);
});
