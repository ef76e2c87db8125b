import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TurnEvent } from "../../src/chat/turn-event.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { AuthorStage, seen } from "../support/author-stage.ts";
import type { Carrier } from "../support/carrier.ts";
import { CARRIERS } from "../support/foreign-carriers.ts";

let stage: AuthorStage;
beforeAll(async () => {
	stage = await AuthorStage.open();
});
afterAll(() => stage?.close());

/** Lets the asker read everything that the attacker has marked, or nothing of it. Tells how much that is. */
async function setVisibility(mark: string, visibility: "private" | "inherit"): Promise<number> {
	const { reader, writer, projectMembers } = await stage.as(stage.attacker);
	const rows = await reader.rows.getMany([...reader.graph.nodes()].map(({ id }) => id));
	const marked = [...rows.values()].filter(
		(entity) => entity.owner_id === stage.attacker.accountId && JSON.stringify(entity).includes(mark),
	);
	const isProject = ({ id, project_id }: Entity): boolean => project_id === id;
	for (const { id } of marked.filter(isProject)) {
		await projectMembers.setVisibility(id, visibility === "private" ? "private" : "workspace");
		const { accountId } = stage.asker;
		const { members } = await projectMembers.get(id);
		if (visibility === "private" && members.some((member) => member.id === accountId))
			await projectMembers.setMember(id, accountId, null);
		if (visibility === "inherit") await projectMembers.setMember(id, accountId, "editor");
	}
	const operations = marked
		.filter((entity) => !isProject(entity))
		.map(({ id, version }) => ({ op: "update", id, version, patch: { visibility } }) as const);
	if (operations.length > 0) await writer.commit(operations, "http");
	return marked.length;
}

/** A project of the attacker's that is closed but for the asker. */
async function openProject(mark: string): Promise<string> {
	const { id } = await stage.write({ kind: "project", title: `${mark} project` }, stage.attacker);
	const { projectMembers } = await stage.as(stage.attacker);
	await projectMembers.setVisibility(id, "private");
	await projectMembers.setMember(id, stage.asker.accountId, "editor");
	return id;
}

async function removeAsker(projectId: string): Promise<void> {
	const { projectMembers } = await stage.as(stage.attacker);
	await projectMembers.setMember(projectId, stage.asker.accountId, null);
}

interface Prepared {
	readonly mark: string;
	readonly chatId: string;
	readonly planted: Awaited<ReturnType<Carrier["plant"]>>;
}

async function prepare(carrier: Carrier): Promise<Prepared> {
	const mark = `secret${stage.next()}`;
	const own = await stage.write({ kind: "note", title: `Own ${stage.next()}`, body: "Bread." });
	const planted = await carrier.plant({ stage, order: `${mark} plan`, name: `${mark}_plan`, own });
	const chatId = await stage.openChat(planted.asker);
	if (planted.before) await stage.ask(chatId, planted.before.asking, [], planted.before);
	return { mark, chatId, planted };
}

const print = (value: unknown): string => JSON.stringify(value);

/** All that the asker can still get of a turn. */
async function readEverything({ chatId, planted }: Prepared, contextId: string | undefined): Promise<string> {
	const session = await stage.as(planted.asker ?? stage.asker);
	const chat = await stage.conversations.read(session, chatId);
	const pending = await session.approvals.pending();
	const context = await session.manifests.get(contextId ?? "").catch(() => null);
	const once = planted.asking.as === undefined && { key: `key-${chatId}`, hash: "h" };
	const request = { query: "What now?", type: "chat", now: "2026-11-15T09:00:00.000Z" } as const;
	const told: TurnEvent[] = [];
	if (once) {
		const run = await stage.conversations.send({ session, chatId, request, once });
		for await (const event of run.follow()) told.push(event);
	}
	return print([chat, pending, context, told]);
}

let applicable = 0;

describe("[A4] a right that is lost", () => {
	test.each(CARRIERS)(
		"takes with it all that a turn showed through $where",
		{ timeout: 60_000 },
		async (carrier) => {
			const prepared = await prepare(carrier);
			const { mark, chatId, planted } = prepared;
			const once = { key: `key-${chatId}`, hash: "h" };
			const propose = { name: "delete_entity", input: { entity_id: "" } };
			const own = await stage.write({ kind: "note", title: `Gone ${stage.next()}` }, planted.asker);
			const calls = [...(planted.looks ?? []), { ...propose, input: { entity_id: own.ref } }];
			const answer = `I read about the ${mark} plan.`;
			const { events } = await stage.ask(chatId, { ...planted.asking, once }, calls, { answer });
			const [context] = seen(events, "context");
			const contextId = context?.type === "context" ? context.payload.id : undefined;
			if ((await setVisibility(mark, "private")) === 0) return;
			applicable += 1;
			const hidden = await readEverything(prepared, contextId);
			// The asker's own question stays, and so does the name of their own file.
			expect(hidden.includes(mark), hidden.slice(Math.max(0, hidden.indexOf(mark) - 300)).slice(0, 600)).toBe(
				false,
			);
			await setVisibility(mark, "inherit");
			const back = await readEverything(prepared, contextId);
			expect(back.includes(`I read about the ${mark} plan.`)).toBe(true);
		},
	);

	test("was tried with most ways there are", () => {
		expect(applicable).toBeGreaterThanOrEqual(30);
	});

	test.each(
		CARRIERS.filter(({ where }) =>
			/^(get_|list_|run_|search_|a refusal that quotes|a write that)/.test(where),
		),
	)("in mid-turn is not used for another pass after $where", { timeout: 60_000 }, async (carrier) => {
		const prepared = await prepare(carrier);
		const { mark, chatId, planted } = prepared;
		const more = { name: "search_ontology", input: { query: "bread" } };
		const onPass = async (pass: number) => {
			// The second pass has read the result; what it asks for must not lead to a third.
			if (pass === 2) await setVisibility(mark, "private");
		};
		const { events, sent } = await stage.ask(chatId, planted.asking, [...(planted.looks ?? []), more], {
			onPass,
		});
		expect(sent.length).toBe(2);
		expect(events.at(-1)).toMatchObject({ state: "failed", error: { code: "rights_changed" } });
		expect(print(events.at(-1)).includes(mark)).toBe(false);
	});

	test("ends a running answer, and streams it to nobody who comes back", {
		timeout: 30_000,
	}, async () => {
		const mark = `secret${stage.next()}`;
		const { id } = await stage.write({ kind: "note", title: `${mark} plan` }, stage.attacker);
		const chatId = await stage.openChat();
		let lost: Promise<unknown> | undefined;
		stage.provider.answerWith(() => [
			...["One. ", "Two. ", "Three. ", "Four. "].flatMap(
				(text) =>
					[
						{ do: "text", text },
						{ do: "wait", milliseconds: 700 },
					] as const,
			),
		]);
		const session = await stage.as();
		const request = {
			query: "Tell me",
			type: "chat",
			now: "2026-11-15T09:00:00.000Z",
			...stage.alone(id),
		} as const;
		const run = await stage.conversations.send({ session, chatId, request });
		const events: TurnEvent[] = [];
		for await (const event of run.follow()) {
			events.push(event);
			if (event.type !== "text" || lost !== undefined) continue;
			await stage.conversations.retell(session, chatId);
			lost = setVisibility(mark, "private");
			await lost;
			await expect(stage.conversations.retell(session, chatId)).rejects.toMatchObject({
				code: "rights_changed",
			});
		}
		expect(events.at(-1)).toMatchObject({ state: "failed", error: { code: "rights_changed" } });
		expect(print(seen(events, "text"))).not.toContain("Four.");
	});

	test.each([
		["the thing is closed", (mark: string) => setVisibility(mark, "private")],
		[
			"the asker is removed from its project",
			(_: string, __: string, projectId: string) => removeAsker(projectId),
		],
	])("ends an answer before its next word when %s", { timeout: 30_000 }, async (_, lose) => {
		const mark = `secret${stage.next()}`;
		const projectId = await openProject(mark);
		const note = { kind: "note", title: `${mark} plan`, project_id: projectId };
		const { id } = await stage.write(note, stage.attacker);
		const chatId = await stage.openChat();
		stage.provider.answerWith(() =>
			["One. ", "Two. ", "Three. "].flatMap(
				(text) =>
					[
						{ do: "text", text },
						{ do: "wait", milliseconds: 50 },
					] as const,
			),
		);
		const session = await stage.as();
		const asked = { query: "Tell me", type: "chat", now: "2026-11-15T09:00:00.000Z" } as const;
		const run = await stage.conversations.send({
			session,
			chatId,
			request: { ...asked, ...stage.alone(id) },
		});
		const events: TurnEvent[] = [];
		for await (const event of run.follow()) {
			events.push(event);
			if (event.type === "text" && seen(events, "text").length === 1) await lose(mark, id, projectId);
		}
		expect(seen(events, "text")).toEqual([expect.objectContaining({ text: "One. " })]);
		expect(events.at(-1)).toMatchObject({ state: "failed", error: { code: "rights_changed" } });
		expect(print(events.at(-1))).not.toContain(mark);
	});

	test("withholds a reply that was kept for a repeated request", async () => {
		const { graph } = stage.skein;
		const key = { workspaceId: stage.asker.workspaceId, actor: stage.asker.accountId, key: "k1" };
		const once = { ...key, requestHash: new Uint8Array([1]) };
		const note = await stage.write(
			{ kind: "note", title: `Shared ${stage.next()}`, body: "Plan." },
			stage.attacker,
		);
		const change = async () =>
			(await graph.openSession(stage.asker, once)).writer.update({
				id: note.id,
				version: note.version,
				patch: { body: "Secret plan." },
				via: "http",
			});
		expect(await change()).toMatchObject({ body: "Secret plan." });
		expect(await change()).toMatchObject({ body: "Secret plan." });
		const attacker = await stage.as(stage.attacker);
		await attacker.writer.update({
			id: note.id,
			version: note.version + 1,
			patch: { visibility: "private" },
			via: "http",
		});
		await expect(change()).rejects.toMatchObject({ code: "not_found" });
	});
});
