import { expect, test } from "vitest";
import type { Session } from "../../../src/graph/graph.ts";
import { newId } from "../../../src/graph/model/ids.ts";
import type { Person, Workbench } from "../../support/workbench.ts";

const BLOCK = "0000000b-0000-7000-8000-000000000000";

export function describeRatings(bench: () => Workbench): void {
	/** A context of one person that shows these entities in full, and a block of the first. */
	async function keep(person: Person, shown: readonly string[], chatId?: string): Promise<string> {
		const { manifests } = await bench().as(person);
		const item = (id: string, blockId = id): object => ({ id, blockId, form: "full" });
		const items = [...shown.map((id) => item(id)), ...shown.slice(0, 1).map((id) => item(id, BLOCK))];
		const id = newId();
		await manifests.save({
			id,
			revision: 1,
			payload: {
				sections: [{ items }],
				metadata: { usedTokens: 70, timings: { collect: 3, "collect search": 2 } },
			},
			entityIds: shown,
			request: { query: "Which glue?", ...(chatId !== undefined && { chatId }) },
		});
		return id;
	}
	const ratings = async (
		person: Person,
		grant?: Parameters<Workbench["as"]>[1],
	): Promise<Session["ratings"]> => (await bench().as(person, grant)).ratings;
	const note = async (title: string, person: Person = "ben"): Promise<string> =>
		(await bench().create(person, { kind: "note", title })).id;

	test("[A18] a rating is kept with its question, is replaced by the next, and is taken back", async () => {
		const [glue, felt, nails] = [await note("Glue"), await note("Felt"), await note("Nails")];
		const context = await keep("ben", [glue, felt]);
		const before = await bench().revision();
		const own = await ratings("ben");
		expect(await own.find(context)).toMatchObject({ context_id: context, marks: [], rated_at: null });
		await own.rate(context, "answer", "not_helped");
		await own.rate(context, "answer", "helped");
		await own.rate(context, glue, "helped");
		await own.rate(context, BLOCK, "noise");
		await own.rate(context, nails, "missing");
		await own.rate(context, felt, "noise");
		await own.takeBack(context, felt);
		await own.takeBack(context, felt);
		const [rated, ...others] = await own.list({ limit: 10 });
		expect(others).toEqual([]);
		expect(rated).toMatchObject({ context_id: context, request: { query: "Which glue?" }, tokens: 70 });
		expect(rated?.marks.toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1))).toEqual(
			[
				{ item_id: "answer", entity_id: null, verdict: "helped", form: null },
				{ item_id: glue, entity_id: glue, verdict: "helped", form: "full" },
				{ item_id: BLOCK, entity_id: glue, verdict: "noise", form: "full" },
				{ item_id: nails, entity_id: nails, verdict: "missing", form: null },
			].toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)),
		);
		expect(await bench().revision()).toBe(before);
	});

	test("[A18] only what a context shows is rated as shown, and only what its reader may read is missing", async () => {
		const glue = await note("Glue");
		const secret = (await bench().create("ada", { kind: "note", title: "Plan", visibility: "private" })).id;
		const context = await keep("ben", [glue]);
		const own = await ratings("ben");
		for (const item of [await note("Elsewhere"), newId(), "no-id", ""])
			await expect(own.rate(context, item, "helped")).rejects.toMatchObject({ code: "not_found" });
		for (const item of [secret, newId(), "no-id"])
			await expect(own.rate(context, item, "missing")).rejects.toMatchObject({ code: "not_found" });
		expect((await own.find(context)).marks).toEqual([]);
	});

	test("[A18] [R14] ratings are their maker's: nobody else, and no token bound to projects, reaches them", async () => {
		const glue = await note("Glue");
		const context = await keep("ben", [glue]);
		await (await ratings("ben")).rate(context, glue, "helped");
		const grant = {
			mode: "write",
			projectIds: [await bench().project("Bridge", { editors: ["ben"] })],
		} as const;
		for (const other of [await ratings("ada"), await ratings("cy"), await ratings("ben", grant)]) {
			await expect(other.find(context)).rejects.toMatchObject({ code: "not_found" });
			await expect(other.rate(context, "answer", "helped")).rejects.toMatchObject({ code: "not_found" });
			await expect(other.takeBack(context, glue)).rejects.toMatchObject({ code: "not_found" });
			expect([await other.list({ limit: 10 }), await other.count()]).toEqual([[], []]);
		}
		const reading = await ratings("ben", { mode: "read", projectIds: null });
		await expect(reading.rate(context, glue, "noise")).rejects.toMatchObject({ code: "forbidden" });
		await expect(reading.takeBack(context, glue)).rejects.toMatchObject({ code: "forbidden" });
		expect(await reading.count()).toEqual([{ verdict: "helped", of_answer: false, count: 1 }]);
	});

	test("[A18] [A4] they are withheld with their context, and come back with the right", async () => {
		const { workspaceId, people, graph } = bench();
		const project = await bench().project("Bridge", { visibility: "private", editors: ["ben"] });
		const task = await bench().create("ada", { kind: "task", title: "Arch", project_id: project });
		const glue = await note("Glue");
		const hidden = await keep("ben", [task.id]);
		const open = await keep("ben", [glue]);
		const own = await ratings("ben");
		await own.rate(hidden, task.id, "helped");
		await own.rate(open, task.id, "missing");
		await own.rate(open, "answer", "helped");
		const member = { workspaceId, projectId: project, accountId: people.ben };
		await graph.store.workspaces.setProjectMember({ ...member, role: null });
		const later = await ratings("ben");
		expect((await later.list({ limit: 10 })).map(({ context_id }) => context_id)).toEqual([open]);
		expect(await later.count()).toEqual([{ verdict: "helped", of_answer: true, count: 1 }]);
		await expect(later.find(hidden)).rejects.toMatchObject({ code: "not_found" });
		await expect(later.rate(hidden, "answer", "helped")).rejects.toMatchObject({ code: "not_found" });
		await graph.store.workspaces.setProjectMember({ ...member, role: "editor" });
		const again = await (await ratings("ben")).count();
		expect(again.reduce((sum, { count }) => sum + count, 0)).toBe(3);
	});

	test("[A18] pages hold every rated context once, newest first, and those of one chat can be asked for", async () => {
		const glue = await note("Glue");
		const chat = newId();
		const kept: string[] = [];
		for (let turn = 0; turn < 5; turn += 1)
			kept.push(await keep("ben", [glue], turn % 2 === 0 ? chat : undefined));
		const own = await ratings("ben");
		for (const context of kept) await own.rate(context, "answer", "helped");
		const paged: string[] = [];
		for (let before: string | undefined; ; before = paged.at(-1)) {
			const page = await own.list({ limit: 2, before });
			if (page.length === 0) break;
			paged.push(...page.map(({ context_id }) => context_id));
		}
		expect(paged).toEqual(kept.toReversed());
		const inChat = await own.list({ limit: 10, chatId: chat });
		expect(inChat.map(({ context_id }) => context_id)).toEqual([kept[4], kept[2], kept[0]]);
		expect(await own.list({ limit: 10, before: "no-id" })).toEqual([]);
	});

	test("[A18] a context that was kept without its question is not rated; ratings go with whoever leaves", async () => {
		const { manifests, ratings: own } = await bench().as("ben");
		const id = newId();
		await manifests.save({ id, revision: 1, payload: {}, entityIds: [] });
		await expect(own.rate(id, "answer", "helped")).rejects.toMatchObject({ code: "question_unknown" });
		await own.rate(await keep("ben", [await note("Glue")]), "answer", "helped");
		await (await bench().as("ada")).members.remove(bench().people.ben);
		expect(
			await bench().db.query("SELECT FROM rating WHERE workspace_id = $1", [bench().workspaceId]),
		).toEqual([]);
	});

	test("[A18] what contexts took is listed for the person they were made for", async () => {
		await keep("ben", [await note("Glue")]);
		const figures = await (await bench().as("ben")).manifests.listFigures(10);
		expect(figures).toMatchObject([{ tokens: 70, timings: { collect: 3, "collect search": 2 } }]);
		expect(await (await bench().as("ada")).manifests.listFigures(10)).toEqual([]);
	});
}
