import { expect, test } from "vitest";
import { buildContext } from "../../../src/context/build-context.ts";
import { RECIPE_NAMES } from "../../../src/context/model/recipe.ts";
import { readableSince } from "../../../src/graph/model/access.ts";
import type { Entity } from "../../../src/graph/model/entity.ts";
import { READABLE, readableParams, sinceOf, sinceParam } from "../../../src/graph/store/rights/access.ts";
import type { Person, Workbench } from "../../support/workbench.ts";

/**
 * The state of a thing before it was opened: not shown to, undone, exported or attached again by those it was opened
 * to.
 */
export function describePast(bench: () => Workbench): void {
	const readLog = async (person: Person, entityId?: string) => {
		const { log } = await bench().as(person);
		return (await log.page({ limit: 100, withImages: true, ...(entityId && { entityId }) })).changes;
	};
	const open = (note: Entity, version: number) =>
		bench().commit("ada", { op: "update", id: note.id, version, patch: { visibility: "inherit" } });
	const make = (title: string, visibility: Entity["visibility"] = "private") =>
		bench().create("ada", { kind: "note", title, visibility });

	test("[R16] a relation that was taken away before its end was opened is neither told nor undone", async () => {
		const [note, other] = [await make("Plan"), await make("Staff", "inherit")];
		const edge = { src_id: note.id, rel: "relates_to", dst_id: other.id, text: "is to be let go" };
		const { edges } = await bench().commit("ada", { op: "link", edge });
		const gone = await bench().commit("ada", { op: "unlink", id: edges[0]?.id ?? "" });
		await open(note, 1);
		for (const log of [await readLog("ben"), await readLog("ben", other.id), await readLog("ben", note.id)]) {
			expect(JSON.stringify(log)).not.toMatch(/let go|relates_to/);
			expect(log.every(({ row_count: count, rows }) => count === rows.length)).toBe(true);
		}
		const undo = (await bench().writer("ben")).undo(gone.change_id ?? "", "test");
		await expect(undo).rejects.toMatchObject({ code: "not_found" });
		expect(JSON.stringify(await readLog("ada"))).toContain("let go");
	});

	test("[R16] [G9] a title of before is no other name, unless its owner says so", async () => {
		const note = await make("Dismissals");
		const renamed = await bench().commit("ada", {
			...{ op: "update", id: note.id, version: 1, patch: { title: "Staff plan", aliases: ["Plan B"] } },
		});
		expect(renamed.entities[0]?.aliases).toEqual(["Plan B", "Dismissals"]);
		const [opened] = (await open(note, 2)).entities;
		expect(opened?.aliases).toEqual(["Plan B"]);
		expect(JSON.stringify(await readLog("ben", note.id))).not.toContain("Dismissals");
		const found = (await bench().as("ben")).reader.graph.find("Dismissals");
		expect(found).toBeUndefined();

		const named = await make("First");
		const { entities } = await bench().commit("ada", {
			...{ op: "update", id: named.id, version: 1 },
			patch: { title: "Second", visibility: "inherit", aliases: ["First"] },
		});
		expect(entities[0]?.aliases).toEqual(["First"]);
	});

	test("[R16] a project that is opened keeps its past to its members; who joins it later reads it with them", async () => {
		const project_id = await bench().project("Secret name", { visibility: "private" });
		const task = await bench().create("ada", { kind: "task", title: "Buy them", project_id });
		const renamed = await bench().commit("ada", {
			...{ op: "update", id: task.id, version: 1, patch: { title: "Talk to them" } },
		});
		await bench().commit("ada", {
			op: "update",
			id: project_id,
			version: 1,
			patch: { title: "Public name" },
		});
		const { projectMembers } = await bench().as("ada");
		await projectMembers.setVisibility(project_id, "workspace");
		const told = JSON.stringify([await readLog("ben"), await readLog("ben", task.id)]);
		expect(told).not.toMatch(/Buy them|Secret name/);
		const { reader } = await bench().as("ben");
		expect(reader.graph.node(task.id)?.aliases).toEqual([]);
		await bench().graph.store.workspaces.setProjectMember({
			...{ workspaceId: bench().workspaceId, projectId: project_id },
			...{ accountId: bench().people.cy, role: "editor" },
		});
		expect(JSON.stringify(await readLog("cy", task.id))).toContain("Buy them");
		const undo = (await bench().writer("ben")).undo(renamed.change_id ?? "", "test");
		await expect(undo).rejects.toMatchObject({ code: "not_found" });
		// Changes from now on are everybody's.
		const [current] = (await reader.rows.getMany([task.id])).values();
		await bench().commit("ada", {
			...{ op: "update", id: task.id, version: current?.version ?? 0, patch: { title: "Meet them" } },
		});
		const [last] = await readLog("ben", task.id);
		expect(last?.rows[0]).toMatchObject({ before: { title: "Talk to them" }, after: { title: "Meet them" } });
	});

	test("[R16] what is shared is shared as it is; who had it before keeps their past", async () => {
		const note = await make("Draft one", "restricted");
		const { shares } = await bench().as("ada");
		const share = (...names: readonly Person[]) =>
			shares.replace(
				note.id,
				names.map((name) => ({ grantee_id: bench().people[name], level: "write" as const })),
			);
		await share("ben");
		const edited = await bench().commit("ada", {
			...{ op: "update", id: note.id, version: 1, patch: { body: "The price is too high." } },
		});
		await bench().commit("ada", { op: "update", id: note.id, version: 2, patch: { body: "The price." } });
		await share("ben", "cy");
		expect(JSON.stringify(await readLog("ben", note.id))).toContain("too high");
		expect(JSON.stringify(await readLog("cy", note.id))).not.toContain("too high");
		const undo = (await bench().writer("cy")).undo(edited.change_id ?? "", "test");
		await expect(undo).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R16] [B2] a guess at a text of before is not confirmed by the id of its block", async () => {
		const readBlocks = (id: string) =>
			bench().db.query<{ id: string }>(
				"SELECT id FROM block WHERE workspace_id = $1 AND entity_id = $2 AND NOT retired ORDER BY ordinal",
				[bench().workspaceId, id],
			);
		const note = await make("Notes");
		const texts = ["They are let go.\n\nTea at four.", "Tea at four."];
		let version = 1;
		const write = async (person: Person, body = "", patch = {}) => {
			await (await bench().writer(person)).update({
				id: note.id,
				version,
				patch: { body, ...patch },
				via: "test",
			});
			version += 1;
		};
		await write("ada", texts[0]);
		const [before] = await readBlocks(note.id);
		await write("ada", texts[1], { visibility: "inherit" });
		await write("ben", texts[0]);
		const [after] = await readBlocks(note.id);
		expect(after?.id).not.toBe(before?.id);
	});

	test("[R16] the rule as SQL says what the rule says", async () => {
		const closed = await bench().project("Closed", { visibility: "private", viewers: ["cy"] });
		await bench().create("ada", { kind: "task", title: "In it", project_id: closed });
		const own = await bench().create("cy", { kind: "note", title: "Own", visibility: "private" });
		await bench().commit("cy", { op: "update", id: own.id, version: 1, patch: { visibility: "restricted" } });
		const grantees = [{ grantee_id: bench().people.ben, level: "read" as const }];
		await (await bench().as("cy")).shares.replace(own.id, grantees);
		await open(await make("Opened"), 1);
		await (await bench().as("ada")).projectMembers.setVisibility(closed, "workspace");
		const noted = await bench().db.query<{ entity_id: string; revision: number }>(
			"SELECT entity_id, revision FROM audience_since WHERE workspace_id = $1",
			[bench().workspaceId],
		);
		const changedAt = new Map(noted.map(({ entity_id, revision }) => [entity_id, revision]));
		const told = new Set<number>();
		const renamed = await readLog("cy", closed);
		expect(renamed[0]?.rows[0]?.title).toBe("Closed");
		for (const person of ["ada", "ben", "cy", "gil"] as const) {
			const access = await bench().graph.store.access(bench().principal(person));
			const rows = await bench().db.query<Entity & { since: number }>(
				`SELECT e.id, e.project_id, e.visibility, e.owner_id, ${sinceOf("e", "$8")} AS since FROM entity e WHERE ${READABLE}`,
				[...readableParams(access), sinceParam(access)],
			);
			for (const { since, ...entity } of rows) {
				expect(since).toBe(readableSince(access, entity, changedAt.get(entity.id) ?? 0));
				told.add(since);
			}
		}
		expect(told.size).toBeGreaterThan(2);
	});

	test("[T2] an export does not count the changes that were made unseen", async () => {
		await make("Unseen");
		const lines: string[] = [];
		await (await bench().as("ben")).archive.dump(async (text) => void lines.push(text));
		expect(lines.join("")).toContain('"revision":0');
	});

	test("[T2] [R12] the revisions of an export with history count only what its reader may know", async () => {
		const read = async (): Promise<string> => {
			const lines: string[] = [];
			await (await bench().as("ada")).archive.dump(async (text) => void lines.push(text), ["history"]);
			return lines.join("");
		};
		const first = await make("First", "inherit");
		const before = await read();
		for (let index = 0; index < 3; index += 1)
			await bench().create("ben", { kind: "note", title: `Unseen ${index}`, visibility: "private" });
		expect(await read()).toBe(before);
		await bench().commit("ada", { op: "update", id: first.id, version: 1, patch: { title: "Second" } });
		const revisions = [...(await read()).matchAll(/"revision": ?(\d+)/g)].map(([, number]) => Number(number));
		expect(Math.max(...revisions)).toBe(2);
	});

	test("[T10] a file that was taken away is not had again by naming it", async () => {
		const note = await make("Minutes");
		const ada = await bench().as("ada");
		const put = await ada.attachments.put(note, "secret.txt", Buffer.from("the sum"), "test");
		const removed = await ada.attachments.remove(put.entities[0] as Entity, "secret.txt", "test");
		await open(note, 3);
		const ben = await bench().as("ben");
		const props = { attachments: ["secret.txt"], attachment_versions: { "secret.txt": 1 } };
		const named = await ben.writer.update({ id: note.id, version: 4, patch: { props }, via: "test" });
		await expect(ben.attachments.get(named, "secret.txt")).rejects.toMatchObject({ code: "not_found" });
		expect(named.props).toEqual(props);
		const patch = { held_files: { "secret.txt": put.entities[0]?.held_files["secret.txt"] ?? "" } };
		const forced = ben.writer.update({ id: note.id, version: 5, patch: patch as object, via: "test" });
		await expect(forced).rejects.toMatchObject({ code: "unknown_field" });
		for (const id of [put.change_id, removed.change_id])
			await expect(ben.writer.undo(id ?? "", "test")).rejects.toMatchObject({ code: "not_found" });
	});

	test("[G4] [R12] a circle that closes through what the writer may not read is no reason to refuse, by a link or an undo", async () => {
		const project_id = await bench().project("P", { editors: ["ben"] });
		const task = (title: string, visibility: Entity["visibility"] = "inherit") =>
			bench().create("ada", { kind: "task", title, project_id, visibility });
		const [top, hidden, low] = [await task("Top"), await task("Hidden", "private"), await task("Low")];
		const above = (upper: Entity, lower: Entity) => ({ src_id: upper.id, rel: "has_task", dst_id: lower.id });
		await bench().commit("ada", { op: "link", edge: above(top, hidden) });
		await bench().commit("ada", { op: "link", edge: above(hidden, low) });
		const byAda = bench().commit("ada", { op: "link", edge: above(low, top) });
		await expect(byAda).rejects.toMatchObject({ code: "cycle" });
		const { edges } = await bench().commit("ben", { op: "link", edge: above(low, top) });
		const gone = await bench().commit("ben", { op: "unlink", id: edges[0]?.id ?? "" });
		expect(await (await bench().writer("ben")).undo(gone.change_id ?? "", "test")).toMatchObject({
			edges: [{ rel: "has_task" }],
		});
		// A reader who sees the whole circle walks it once.
		const { reader } = await bench().as("ada");
		for (const recipe of RECIPE_NAMES) {
			const now = "2026-03-31T08:00:00Z";
			const request = { recipe, type: "chat", query: "Low", focus: { id: top.id }, now } as const;
			expect((await buildContext({ reader, request })).serialized).toContain("Low");
		}
		expect(reader.graph.linksOf(top.id)).toHaveLength(2);
	});

	test("[C9] a patch that says nothing new writes nothing, and answers with the row", async () => {
		const note = await make("Same", "inherit");
		const revision = await bench().revision();
		const writer = await bench().writer("ada");
		for (const patch of [
			{},
			{ title: "Same" },
			{ props: {} },
			{ props: { gone: null } },
			{ archived: false },
		]) {
			expect(await writer.commit([{ op: "update", id: note.id, version: 1, patch }], "test")).toMatchObject({
				...{ change_id: null, revision, entities: [{ id: note.id, version: 1 }] },
			});
		}
		expect(await writer.update({ id: note.id, version: 1, patch: {}, via: "test" })).toMatchObject({
			version: 1,
		});
		expect((await bench().as("ada")).reader.graph.node(note.id)?.updated_at).toBe(note.updated_at);
	});
}
