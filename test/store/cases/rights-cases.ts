import { expect, test } from "vitest";
import type { SkeinError } from "../../../src/graph/model/errors.ts";
import { newId } from "../../../src/graph/model/ids.ts";
import type { Message } from "../../../src/graph/store/chat/chats.ts";
import type { Workbench } from "../../support/workbench.ts";

const READ_ONLY = { mode: "read", projectIds: null } as const;

async function failure(work: Promise<unknown>): Promise<SkeinError> {
	return work.then(
		() => {
			throw new Error("It was allowed.");
		},
		(error: SkeinError) => error,
	);
}

export function describeRights(bench: () => Workbench): void {
	const titles = async (person: "ada" | "ben" | "cy" | "gil", grant?: Parameters<Workbench["as"]>[1]) => {
		const { reader } = await bench().as(person, grant);
		const listed = (await reader.rows.list({ limit: 200 })).entities.map((entity) => entity.title).sort();
		expect([...reader.graph.nodes()].map((node) => node.title).sort()).toEqual(listed);
		return listed;
	};

	test("[R1] whoever is not a member finds no workspace", async () => {
		await expect(bench().as("zoe")).rejects.toMatchObject({ code: "not_found" });
		for (const workspaceId of [newId(), "nonsense", ""]) {
			const principal = { ...bench().principal("ada"), workspaceId };
			await expect(bench().graph.openSession(principal)).rejects.toMatchObject({ code: "not_found" });
		}
	});

	test("[R2] projects open to the workspace are for members, private ones for their members alone, owner or not", async () => {
		await bench().project("Open");
		await bench().project("Closed", { visibility: "private", viewers: ["cy"] });
		await bench().project("Hosting", { viewers: ["gil"] });
		expect(await titles("ada")).toEqual(["Closed", "Hosting", "Open"]);
		expect(await titles("ben")).toEqual(["Hosting", "Open"]);
		expect(await titles("cy")).toEqual(["Closed", "Hosting", "Open"]);
		expect(await titles("gil")).toEqual(["Hosting"]);
		const closed = await bench().graph.store.workspaces.members(bench().workspaceId);
		expect(closed.find((member) => member.id === bench().people.ada)?.role).toBe("owner");
	});

	test("[R3] private is for the owner, restricted for those it is shared with, in person or by group", async () => {
		const { people } = bench();
		await bench().create("ben", { kind: "note", title: "Ben's", visibility: "private" });
		const restricted = await bench().create("ben", { kind: "note", title: "Some", visibility: "restricted" });
		const { groups } = await bench().as("ada");
		const { shares } = await bench().as("ben");
		const { id: crew } = await groups.create("Crew");
		await groups.setMember(crew, people.gil, true);
		const forCrew = { grantee_id: crew, level: "write" } as const;
		await shares.replace(restricted.id, [forCrew, { grantee_id: people.cy, level: "read" }]);
		expect([await titles("ada"), await titles("cy"), await titles("gil")]).toEqual([[], ["Some"], ["Some"]]);
		expect(await titles("ben")).toEqual(["Ben's", "Some"]);
		const edit = async (person: "cy" | "gil") =>
			(await bench().writer(person)).update({
				id: restricted.id,
				version: 1,
				patch: { body: "x" },
				via: "test",
			});
		await expect(edit("cy")).rejects.toMatchObject({ code: "forbidden" });
		await edit("gil");
		await groups.setMember(crew, people.gil, false);
		await shares.replace(restricted.id, [forCrew]);
		expect([await titles("cy"), await titles("gil")]).toEqual([[], []]);
	});

	test("[R4] a token narrows: to reading, and to its projects", async () => {
		const here = await bench().project("Here");
		const there = await bench().project("There");
		await bench().create("ada", { kind: "task", title: "T", project_id: here });
		const note = await bench().create("ada", { kind: "note", title: "N" });
		const bound = { mode: "write", projectIds: [here] } as const;
		expect(await titles("ada", bound)).toEqual(["Here", "T"]);
		expect(await titles("ada", { mode: "write", projectIds: [] })).toEqual([]);
		expect(await titles("ada", READ_ONLY)).toEqual(["Here", "N", "T", "There"]);
		await bench().create("ada", { kind: "task", title: "U", project_id: here }, bound);
		const reading = await bench().writer("ada", READ_ONLY);
		const boundWriter = await bench().writer("ada", bound);
		const refused: readonly (() => Promise<unknown>)[] = [
			() => reading.create({ kind: "note", title: "M" }, "test"),
			() => reading.update({ id: note.id, version: 1, patch: { body: "x" }, via: "test" }),
			() => boundWriter.create({ kind: "note", title: "M" }, "test"),
			() => boundWriter.create({ kind: "project", title: "M" }, "test"),
			() => boundWriter.defineKind({ kind: "Team", label: "Team", fields: [] }, "test"),
		];
		for (const attempt of refused) await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
		const outside = bench().create("ada", { kind: "task", title: "V", project_id: there }, bound);
		await expect(outside).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R5] an edge is seen only where both of its ends are", async () => {
		const open = await bench().create("ada", { kind: "note", title: "Open" });
		const hidden = await bench().create("ada", { kind: "note", title: "Hidden", visibility: "private" });
		const { edges } = await (await bench().writer("ada")).link(
			{ src_id: open.id, rel: "relates_to", dst_id: hidden.id },
			"test",
		);
		expect(await bench().edgesOf("ada", open.id)).toEqual(["relates_to>Hidden"]);
		expect(await bench().edgesOf("ben", open.id)).toEqual([]);
		const byBen = bench().commit("ben", { op: "unlink", id: edges[0]?.id ?? "" });
		await expect(byBen).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R6] an edge needs the right to write its source and to read its target", async () => {
		const project_id = await bench().project("P", { viewers: ["ben"] });
		const task = await bench().create("ada", { kind: "task", title: "T", project_id });
		const note = await bench().create("ben", { kind: "note", title: "N" });
		const hidden = await bench().create("ada", { kind: "note", title: "H", visibility: "private" });
		const link = async (src_id: string, dst_id: string) =>
			(await bench().writer("ben")).link({ src_id, rel: "relates_to", dst_id }, "test");
		await link(note.id, task.id);
		await expect(link(task.id, note.id)).rejects.toMatchObject({ code: "forbidden" });
		await expect(link(note.id, hidden.id)).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R6] only who may write to a project adds to it, private things included", async () => {
		const project_id = await bench().project("P", { viewers: ["ben"], editors: ["cy"] });
		const add = (person: "ben" | "cy" | "gil", visibility: "inherit" | "private") =>
			bench().create(person, { kind: "task", title: "T", project_id, visibility });
		await add("cy", "inherit");
		await expect(add("ben", "inherit")).rejects.toMatchObject({ code: "forbidden" });
		await expect(add("ben", "private")).rejects.toMatchObject({ code: "forbidden" });
		await expect(add("gil", "private")).rejects.toMatchObject({ code: "not_found" });
		const task = await add("cy", "inherit");
		const nested = bench().create("cy", {
			kind: "task",
			title: "T",
			project_id: task.id,
			visibility: "private",
		});
		await expect(nested).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R7] absent, forbidden, deleted and malformed ids are answered with the same bytes", async () => {
		const hidden = await bench().create("ada", { kind: "note", title: "Hidden", visibility: "private" });
		const deleted = await bench().create("ben", { kind: "note", title: "Deleted" });
		await bench().commit("ben", { op: "delete", id: deleted.id });
		const own = await bench().create("ben", { kind: "note", title: "Own" });
		const { reader, writer } = await bench().as("ben");
		const ids = [newId(), hidden.id, deleted.id, "nonsense", "", "'; --", "\u0000", hidden.ref, deleted.ref];
		const ways: readonly ((id: string) => Promise<unknown>)[] = [
			(id) => reader.rows.get(id),
			(id) => writer.update({ id, version: 1, patch: { title: "X" }, via: "test" }),
			(id) => writer.commit([{ op: "delete", id }], "test"),
			(id) => writer.link({ src_id: own.id, rel: "relates_to", dst_id: id }, "test"),
			(id) => writer.link({ src_id: id, rel: "relates_to", dst_id: own.id }, "test"),
			(id) => writer.create({ kind: "task", title: "T", project_id: id }, "test"),
			(id) => writer.commit([{ op: "unlink", id }], "test"),
			(id) => writer.undo(id, "test"),
		];
		for (const way of ways) {
			const answers = [];
			for (const id of ids) {
				const { code, message, details } = await failure(way(id));
				answers.push(JSON.stringify({ code, message, details }));
			}
			expect(new Set(answers).size, answers.join("\n")).toBe(1);
			expect(JSON.parse(answers[0] ?? "").code).toBe("not_found");
		}
		expect([...(await reader.rows.getMany(ids)).keys()]).toEqual([]);
	});

	test("[R11] a text that was read before is read no more once the right to it is gone, and anew once it has changed", async () => {
		const { id } = await bench().create("ada", { kind: "note", title: "Kept", body: "First words." });
		const readAs = async (person: "ada" | "ben") => {
			const { graph, rows } = (await bench().as(person)).reader;
			const node = graph.node(id);
			const nodes = node ? [node] : [];
			const page = (await rows.pages(nodes, { blocks: 5 })).get(id);
			return [(await rows.addTexts(nodes)).get(id)?.body, page?.entity.body, page?.blocks.length];
		};
		expect([await readAs("ada"), await readAs("ben")]).toEqual([
			["First words.", "First words.", 1],
			["First words.", "First words.", 1],
		]);
		const before = (await bench().as("ben")).reader;
		await (await bench().writer("ada")).update({
			id,
			version: 1,
			patch: { body: "Second words.\n\nThird." },
			via: "test",
		});
		expect(await readAs("ben")).toEqual(["Second words.\n\nThird.", "Second words.\n\nThird.", 2]);
		// A reader with the earlier graph gets the present text: the older one no longer exists.
		const stale = before.graph.node(id);
		expect((await before.rows.addTexts(stale ? [stale] : [])).get(id)?.body).toBe("Second words.\n\nThird.");
		await (await bench().writer("ada")).update({
			id,
			version: 2,
			patch: { visibility: "private" },
			via: "test",
		});
		expect(await readAs("ben")).toEqual([undefined, undefined, undefined]);
		expect((await before.rows.addTexts(stale ? [stale] : [])).size).toBe(0);
		expect((await readAs("ada"))[0]).toBe("Second words.\n\nThird.");
	});

	test("[R8] a project in the trash hides all that is in it, and its editors may bring it back", async () => {
		const project_id = await bench().project("P", { editors: ["ben"], viewers: ["cy"] });
		await bench().create("ben", { kind: "task", title: "T", project_id });
		const own = await bench().create("ben", {
			kind: "task",
			title: "Own",
			project_id,
			visibility: "private",
		});
		await bench().commit("ben", { op: "delete", id: project_id });
		expect([await titles("ben"), await titles("ada"), await titles("cy")]).toEqual([[], [], []]);
		const edit = (await bench().writer("ben")).update({
			id: own.id,
			version: 1,
			patch: { body: "x" },
			via: "test",
		});
		await expect(edit).rejects.toMatchObject({ code: "not_found" });
		await expect(bench().commit("cy", { op: "restore", id: project_id })).rejects.toMatchObject({
			code: "not_found",
		});
		const bound = await bench().writer("ben", { mode: "write", projectIds: [] });
		const outside = bound.commit([{ op: "restore", id: project_id }], "test");
		await expect(outside).rejects.toMatchObject({ code: "not_found" });
		await bench().commit("ben", { op: "restore", id: project_id });
		expect(await titles("ben")).toEqual(["Own", "P", "T"]);
	});

	test("[R9] only its owner changes who may read an entity, and a project has no visibility of its own", async () => {
		const note = await bench().create("ada", { kind: "note", title: "N", visibility: "restricted" });
		const { shares } = await bench().as("ada");
		await shares.replace(note.id, [{ grantee_id: bench().people.ben, level: "write" }]);
		const open = async (person: "ada" | "ben") =>
			(await bench().writer(person)).update({
				id: note.id,
				version: 1,
				patch: { visibility: "inherit" },
				via: "test",
			});
		await expect(open("ben")).rejects.toMatchObject({ code: "forbidden" });
		await open("ada");
		const mine = await bench().create("gil", { kind: "note", title: "G", visibility: "private" });
		const publish = (await bench().writer("gil")).update({
			id: mine.id,
			version: 1,
			patch: { visibility: "inherit" },
			via: "test",
		});
		await expect(publish).rejects.toMatchObject({ code: "forbidden" });
		const project = bench().create("ada", { kind: "project", title: "P", visibility: "private" });
		await expect(project).rejects.toMatchObject({ code: "project_visibility" });
	});

	test("[R10] a guest makes neither projects nor kinds", async () => {
		await expect(bench().create("gil", { kind: "project", title: "P" })).rejects.toMatchObject({
			code: "forbidden",
		});
		const kind = (await bench().writer("gil")).defineKind(
			{ kind: "Team", label: "Team", fields: [] },
			"test",
		);
		await expect(kind).rejects.toMatchObject({ code: "forbidden" });
	});

	test("[R11] a change of rights moves the epoch and holds from the next read on, also for a writer made before", async () => {
		const { workspaces } = bench().graph.store;
		const { workspaceId, people } = bench();
		const projectId = await bench().project("P", { visibility: "private", editors: ["ben"] });
		await bench().create("ada", { kind: "task", title: "T", project_id: projectId });
		const early = await bench().writer("ben");
		const epoch = async () => (await bench().graph.store.access(bench().principal("ada"))).epoch;
		const before = await epoch();
		expect(await titles("ben")).toEqual(["P", "T"]);
		await workspaces.setProjectMember({ workspaceId, projectId, accountId: people.ben, role: null });
		expect(await epoch()).toBe(before + 1);
		expect(await titles("ben")).toEqual([]);
		const late = early.create({ kind: "task", title: "U", project_id: projectId }, "test");
		await expect(late).rejects.toMatchObject({ code: "not_found" });
		await workspaces.setProjectVisibility(workspaceId, projectId, "workspace");
		expect(await titles("ben")).toEqual(["P", "T"]);
		await workspaces.setMember(workspaceId, people.ben, "guest");
		expect(await titles("ben")).toEqual([]);
	});

	test("[R14] a chat is its person's alone, and out of reach of a token bound to projects", async () => {
		const { chats } = await bench().as("ada");
		const chat = await chats.create("Mine");
		const hello = { role: "user", text: "Hello", state: "sent" } as const;
		const [message] = (await chats.addMessages(chat.id, { messages: [hello] })) as [Message];
		const bound = (await bench().as("ada", { mode: "write", projectIds: [] })).chats;
		const foreign = (await bench().as("ben")).chats;
		for (const other of [bound, foreign]) {
			expect(await other.list()).toEqual([]);
			await expect(other.get(chat.id)).rejects.toMatchObject({ code: "not_found" });
			const boo = { role: "user", text: "Boo", state: "sent" } as const;
			const add = other.addMessages(chat.id, { messages: [boo] });
			await expect(add).rejects.toMatchObject({ code: "not_found" });
			const end = { text: "Boo", state: "answered", details: {} } as const;
			await expect(other.finishMessage(chat.id, message.id, end)).rejects.toMatchObject({
				code: "not_found",
			});
		}
		await chats.finishMessage(chat.id, message.id, { text: "Hello!", state: "answered", details: { n: 1 } });
		expect(await chats.get(chat.id)).toMatchObject({
			title: "Mine",
			messages: [{ text: "Hello!", details: { n: 1 } }],
		});
		await expect(chats.get("nonsense")).rejects.toMatchObject({ code: "not_found" });
	});

	test("[R14] a kept context is its person's alone, and goes when a right to what it shows goes", async () => {
		const note = await bench().create("ada", { kind: "note", title: "N", visibility: "inherit" });
		const { manifests } = await bench().as("ben");
		const id = newId();
		await manifests.save({ id, revision: 1, payload: { serialized: "words" }, entityIds: [note.id] });
		expect(await manifests.get(id)).toEqual({ serialized: "words" });
		await expect((await bench().as("ada")).manifests.get(id)).rejects.toMatchObject({ code: "not_found" });
		await (await bench().writer("ada")).update({
			id: note.id,
			version: 1,
			patch: { visibility: "private" },
			via: "test",
		});
		await expect((await bench().as("ben")).manifests.get(id)).rejects.toMatchObject({ code: "not_found" });
		await expect(manifests.get("nonsense")).rejects.toMatchObject({ code: "not_found" });
	});
}
