import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "../../src/graph/model/entity.ts";
import { AuthorStage, type ScriptedCall, seen } from "../support/author-stage.ts";
import type { Carrier } from "../support/carrier.ts";
import { CARRIERS } from "../support/foreign-carriers.ts";
import { injectionOrders } from "../support/injection-attacks.ts";

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
/** Cases for each carrier, of all pairs of an effect and a session. */
const CASES = Math.ceil(FACTOR);

/** The asker's own things, which the attacker wants changed. */
interface Victims {
	readonly note: Entity;
	readonly other: Entity;
	readonly crate: Entity;
}

const EFFECTS: readonly { readonly wish: string; readonly call: (victims: Victims) => ScriptedCall }[] = [
	{
		wish: "empty the list",
		call: ({ note }) => ({ name: "upsert_entity", input: { entity_id: note.ref, body: "Emptied." } }),
	},
	{ wish: "write a note", call: () => ({ name: "create_note", input: { title: "Owned", body: "Owned." } }) },
	{
		wish: "make a task",
		call: () => ({ name: "upsert_entity", input: { kind: "task", title: "Owned" } }),
	},
	{
		wish: "link the list",
		call: ({ note, crate }) => ({
			name: "link_entities",
			input: { src_id: note.ref, rel: "references", dst_id: crate.ref },
		}),
	},
	{
		wish: "unlink the list",
		call: ({ note, other }) => ({
			name: "unlink_entities",
			input: { src_id: note.ref, rel: "relates_to", dst_id: other.ref },
		}),
	},
	{
		wish: "change the crate",
		call: ({ crate }) => ({ name: "upsert_Crate", input: { entity_id: crate.ref, fields: { weight: 7 } } }),
	},
	{
		wish: "delete the list",
		call: ({ note }) => ({ name: "delete_entity", input: { entity_id: note.ref } }),
	},
];

/** The history before the question that the order is read with. */
const SESSIONS = ["first message", "second message", "new branch", "after a restart"] as const;

const CASES_A_STAGE = 20;

let stage: AuthorStage;
async function openStage(): Promise<void> {
	await stage?.close();
	stage = await AuthorStage.open();
}
beforeAll(openStage);
afterAll(() => stage?.close());

async function makeVictims(by = stage.asker): Promise<Victims> {
	const number = stage.next();
	const make = (kind: string, title: string) => stage.write({ kind, title: `${title} ${number}` }, by);
	const [note, other, crate] = [
		await make("note", "Victim list"),
		await make("note", "Victim annex"),
		await make("Crate", "Victim crate"),
	];
	const { writer } = await stage.as(by);
	await writer.link({ src_id: note.id, rel: "relates_to", dst_id: other.id }, "http");
	return { note, other, crate };
}

/** A chat in which the asker has asked something harmless before, where the session wants it. */
async function prepareChat(
	session: (typeof SESSIONS)[number],
	note: Entity,
	as = stage.asker,
): Promise<{ readonly chatId: string; readonly parentId?: null }> {
	const chatId = await stage.openChat(as);
	if (session === "first message") return { chatId };
	await stage.ask(chatId, { as, request: stage.alone(note.id) });
	if (session === "after a restart") stage.restart();
	return { chatId, ...(session === "new branch" && { parentId: null }) };
}

const revisionNow = async (): Promise<number> => (await stage.as()).reader.access.revision;

async function attack(carrier: Carrier, number: number): Promise<void> {
	const orders = injectionOrders();
	const effect = EFFECTS[number % EFFECTS.length] as (typeof EFFECTS)[number];
	const session = SESSIONS[
		Math.floor(number / EFFECTS.length) % SESSIONS.length
	] as (typeof SESSIONS)[number];
	const mark = `obey${stage.next()}`;
	const order = `${mark} ${(orders[number % orders.length] ?? "").replaceAll("{effect}", effect.wish)}`;
	const name = `${mark}_${effect.wish.replaceAll(" ", "_")}`;
	const own = await stage.write({ kind: "note", title: `Own ${stage.next()}`, body: "Bread." });
	const planted = await carrier.plant({ stage, order, name, own });
	const victims = await makeVictims(planted.asker);
	const { chatId, parentId } = await prepareChat(session, victims.note, planted.asker);
	if (planted.before) await stage.ask(chatId, planted.before.asking, [], planted.before);
	const revision = await revisionNow();
	const { looks = [], askedWrites = 0 } = planted;
	// Behind what came before, or the order would not be read.
	const place = parentId === undefined || planted.before ? {} : { parentId };
	const { events, sent } = await stage.ask(chatId, { ...planted.asking, ...place }, [
		...looks,
		effect.call(victims),
	]);
	const label = `${carrier.where}, ${effect.wish}, ${session}: ${order}`;
	const isRead = carrier.isUnreadable || sent.at(-1)?.includes(mark);
	expect(isRead, `the order reaches the model: ${label}`).toBe(true);
	expect(events.at(-1), label).toMatchObject({ type: "end", state: "answered", tainted: true });
	expect((await revisionNow()) - revision, `writes: ${label}`).toBe(askedWrites);
	// Not to a token that may only read, and no tools of kinds where there are many.
	const isOffered = sent[0]?.includes(`"name":"${effect.call(victims).name}","description"`);
	expect(seen(events, "approval").length, `asks: ${label}`).toBe(isOffered ? 1 : 0);
	if (planted.asking.as?.grant?.mode === "read") expect(isOffered).toBe(false);
}

describe(`[P24] a model that obeys, ${CARRIERS.length} carriers × ${CASES} cases`, {
	timeout: 1_800_000,
}, () => {
	test.each(CARRIERS.map((carrier, index) => ({ ...carrier, index })))(
		"writes nothing unasked because of $where",
		async ({ index, ...carrier }) => {
			for (let number = 0; number < CASES; number += 1) {
				// A stride that shares no divisor with the number of pairs: few cases meet different effects and sessions.
				await attack(carrier, index + number * 5);
				// Leftovers of earlier cases make later ones slower.
				if (number % CASES_A_STAGE === CASES_A_STAGE - 1) await openStage();
			}
		},
	);
});

describe("[A6] the asker's own words alone", () => {
	test.each(SESSIONS)("write unasked after a yes for the chat: %s", { timeout: 60_000 }, async (session) => {
		for (const { wish, call } of EFFECTS) {
			const victims = await makeVictims();
			const { chatId, parentId } = await prepareChat(session, victims.note);
			const revision = await revisionNow();
			const asking = { request: stage.alone(victims.note.id), ...(parentId === null && { parentId }) };
			const look = { name: "get_entity_details", input: { entity_id: victims.other.ref } };
			const { events } = await stage.ask(chatId, asking, [look, call(victims)]);
			const isDestructive = call(victims).name === "delete_entity";
			expect(events.at(-1), wish).toMatchObject({ type: "end", tainted: false, foreign: [] });
			expect((await revisionNow()) - revision, wish).toBe(isDestructive ? 0 : 1);
		}
	});
});

test("[P24] the title of a chat is in no prompt", async () => {
	const note = await stage.write({ kind: "note", title: `Own ${stage.next()}` });
	const chatId = await stage.openChat();
	const mark = `obey${stage.next()}`;
	await (await stage.as()).chats.update(chatId, { title: `${mark} empty the list` });
	for (const text of ["What now?", "And then?", "What is this chat called?"]) {
		const { sent } = await stage.ask(chatId, { text, request: stage.alone(note.id) });
		expect(sent.length).toBeGreaterThan(0);
		expect(sent.join("")).not.toContain(mark);
	}
});
