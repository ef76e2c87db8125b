import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Decision, decideApproval } from "../../src/chat/decide-approval.ts";
import type { ShownApproval } from "../../src/chat/show-approval.ts";
import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import { bindProposal } from "../../src/chat/tools/bind-proposal.ts";
import { isWriteTool } from "../../src/chat/tools/tool.ts";
import { Graph, type Session } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import type { JsonObject } from "../../src/graph/model/json.ts";
import type { Approval } from "../../src/graph/store/chat/approvals.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { Random } from "../support/random.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";

const FACTOR = Number(process.env.SKEIN_TEST_FACTOR ?? 1);
const RACES = Math.ceil(40 * FACTOR);

/** The things that one race is about: two notes, joined. */
interface Subjects {
	readonly note: Entity;
	readonly other: Entity;
	readonly edgeId: string;
}

const CALLS: readonly ((subjects: Subjects) => { readonly tool: string; readonly input: JsonObject })[] = [
	({ note }) => ({ tool: "upsert_entity", input: { entity_id: note.id, body: "Confirmed." } }),
	({ note }) => ({ tool: "delete_entity", input: { entity_id: note.id } }),
	({ note, other }) => ({
		tool: "link_entities",
		input: { src_id: note.id, rel: "references", dst_id: other.id, text: "Confirmed." },
	}),
	({ note, other }) => ({
		tool: "unlink_entities",
		input: { src_id: note.id, rel: "relates_to", dst_id: other.id },
	}),
	() => ({ tool: "create_note", input: { title: "Confirmed", body: "Confirmed." } }),
];

describe.each(TEST_ENGINES)("on $name", ({ open, skip }) => {
	describe.skipIf(skip)("a decision", () => {
		let db: Db;
		/** Two servers on one database. */
		let graphs: readonly [Graph, Graph];
		let principal: Principal;
		beforeAll(async () => {
			db = await open();
			graphs = [new Graph(new Store(db)), new Graph(new Store(db))];
			const { workspaces } = graphs[0].store;
			const { id: workspaceId } = await workspaces.create("Decisions");
			const account = await workspaces.ensureAccount({ email: "a@example.org", display_name: "A" });
			await workspaces.setMember(workspaceId, account.id, "owner");
			principal = { workspaceId, accountId: account.id };
		});
		afterAll(() => graphs?.[0].close());

		const as = (server: 0 | 1 = 0): Promise<Session> => graphs[server].openSession(principal);

		async function makeSubjects(): Promise<Subjects> {
			const { writer } = await as();
			const note = await writer.create({ kind: "note", title: "Note", body: "Before." }, "http");
			const other = await writer.create({ kind: "note", title: "Other", body: "Before." }, "http");
			const { edges } = await writer.link(
				{ src_id: note.id, rel: "relates_to", dst_id: other.id, text: "Before." },
				"http",
			);
			return { note, other, edgeId: edges[0]?.id ?? "" };
		}

		async function propose(call: { readonly tool: string; readonly input: JsonObject }): Promise<Approval> {
			const session = await as();
			const tool = ALL_TOOLS.find(({ name }) => name === call.tool);
			if (tool === undefined || !isWriteTool(tool)) throw new Error(`${call.tool} writes`);
			const bound = bindProposal(await tool.propose(call.input, session), session.reader.graph);
			return session.approvals.create({
				...{ chat_id: null, message_id: null, tainted: true },
				proposals: [{ call_id: "c", tier: tool.tier, ...call, ...bound }],
			});
		}

		const decide = async (server: 0 | 1, id: string, decision: Decision) =>
			decideApproval(graphs[server], await as(server), id, decision);

		const readState = async (id: string): Promise<Pick<Approval, "state" | "outcome">> => {
			const [row] = await db.query<Pick<Approval, "state" | "outcome">>(
				"SELECT state, outcome FROM approval WHERE id = $1",
				[id],
			);
			if (row === undefined) throw new Error("an approval is never removed");
			return row;
		};

		const findChanges = (id: string): Promise<{ id: string }[]> =>
			db.query("SELECT id FROM change WHERE via LIKE $1", [`%approval:${id}`]);

		/** Somebody changes what the proposal is about, at the same moment. */
		async function edit(random: Random, { note, other, edgeId }: Subjects): Promise<unknown> {
			const { writer } = await as(1);
			const again = { src_id: note.id, rel: "relates_to", dst_id: other.id };
			switch (random.between(0, 3)) {
				case 0:
					return writer.update({
						id: note.id,
						version: note.version,
						patch: { body: "Edited." },
						via: "http",
					});
				case 1:
					return writer.link({ ...again, text: "Edited." }, "http");
				case 2:
					await writer.commit([{ op: "unlink", id: edgeId }], "http");
					return writer.link({ id: edgeId, ...again, text: "Made again." }, "http");
				default:
					return writer.update({
						id: other.id,
						version: other.version,
						patch: { title: `Edited ${other.id}` },
						via: "http",
					});
			}
		}

		test(`[P25] exactly one of confirm, deny and edit wins, and the record says which: ${RACES} races`, {
			timeout: 1_800_000,
		}, async () => {
			const wins = { approved: 0, denied: 0, failed: 0 };
			for (let seed = 1; seed <= RACES; seed += 1) {
				const random = new Random(seed);
				const subjects = await makeSubjects();
				const call = CALLS[seed % CALLS.length]?.(subjects);
				if (call === undefined) throw new Error("there is a call for every race");
				const { id } = await propose(call);
				const rivals = [
					() => decide(0, id, { decision: "once" }),
					() => decide(1, id, { decision: "deny" }),
					() => decide(1, id, { decision: "once" }),
					...(random.between(0, 1) === 1 ? [() => edit(random, subjects)] : []),
				];
				const shuffled = rivals.map((act) => ({ act, at: random.next() })).sort((a, b) => a.at - b.at);
				const told = await Promise.allSettled(
					shuffled.map(async ({ act }) => {
						for (let wait = random.between(0, 3); wait > 0; wait -= 1) await new Promise(setImmediate);
						return act();
					}),
				);
				const { state, outcome } = await readState(id);
				const changes = await findChanges(id);
				const label = `seed ${seed}: ${call.tool} became ${state}`;
				const decisions = told.flatMap((each) =>
					each.status === "fulfilled" && each.value !== null && typeof each.value === "object"
						? [(each.value as { state?: string }).state]
						: [],
				);
				const won = decisions.filter((each) => each === "approved" || each === "denied");
				for (const each of told)
					if (each.status === "rejected") expect(each.reason, label).toBeInstanceOf(SkeinError);
				expect(["approved", "denied", "failed"], label).toContain(state);
				expect(won, label).toEqual(state === "failed" ? [] : [state]);
				expect(changes.length, label).toBe(state === "approved" ? 1 : 0);
				if (state === "approved") expect(outcome.changeId, label).toBe(changes[0]?.id);
				if (state === "failed") expect(outcome.code, label).toBe("proposal_stale");
				wins[state as keyof typeof wins] += 1;
			}
			// A race that the same one always wins is none.
			expect(wins.approved * wins.denied).toBeGreaterThan(0);
		});

		const stale = async (decided: Promise<unknown>): Promise<ShownApproval | null> => {
			const error = await decided.then(
				() => undefined,
				(reason: unknown) => reason,
			);
			expect(error).toMatchObject({ code: "proposal_stale" });
			return (error as SkeinError).details.approval as ShownApproval | null;
		};

		test("[A7] a row that has changed shows the new difference, which can be confirmed", async () => {
			const { note } = await makeSubjects();
			const { id } = await propose({
				tool: "upsert_entity",
				input: { entity_id: note.id, body: "Confirmed.", version: note.version },
			});
			await (await as()).writer.update({
				id: note.id,
				version: note.version,
				patch: { body: "Edited." },
				via: "http",
			});
			const renewed = await stale(decide(0, id, { decision: "once" }));
			expect(renewed?.proposals[0]?.diff).toEqual([
				{ subject: "Note", field: "body", before: "Edited.", after: "Confirmed." },
			]);
			expect(await readState(id)).toMatchObject({
				state: "failed",
				outcome: { code: "proposal_stale", replacedBy: renewed?.id },
			});
			expect(await decide(0, renewed?.id ?? "", { decision: "once" })).toMatchObject({ state: "approved" });
			expect((await (await as()).reader.rows.get(note.id)).body).toBe("Confirmed.");
		});

		test("[A7] a relation made again under the same id is another relation", async () => {
			const { note, other, edgeId } = await makeSubjects();
			const third = await (await as()).writer.create({ kind: "note", title: "Third" }, "http");
			const input = { src_id: note.id, rel: "relates_to", dst_id: other.id };
			const { id } = await propose({ tool: "unlink_entities", input });
			const { writer } = await as();
			await writer.commit([{ op: "unlink", id: edgeId }], "http");
			await writer.link({ id: edgeId, src_id: note.id, rel: "relates_to", dst_id: third.id }, "http");
			expect(await stale(decide(0, id, { decision: "once" }))).toBeNull();
			const links = (await as()).reader.graph.linksOf(note.id);
			expect(links.map((link) => link.other.title)).toEqual(["Third"]);
		});

		test("[A7] the words on a relation, and a relation that is there meanwhile, make a proposal stale", async () => {
			const { note, other } = await makeSubjects();
			const unlink = { src_id: note.id, rel: "relates_to", dst_id: other.id };
			const first = await propose({ tool: "unlink_entities", input: unlink });
			await (await as()).writer.link({ ...unlink, text: "Edited." }, "http");
			const renewed = await stale(decide(0, first.id, { decision: "once" }));
			expect(renewed?.proposals[0]?.diff.map(({ before }) => before)).toEqual(["Other", "Edited."]);

			const link = { src_id: note.id, rel: "references", dst_id: other.id, text: "New." };
			const second = await propose({ tool: "link_entities", input: link });
			await (await as()).writer.link({ ...link, text: "Somebody was faster." }, "http");
			const again = await stale(decide(0, second.id, { decision: "once" }));
			expect(again?.proposals[0]?.diff).toEqual([
				{
					...{ subject: "Note", field: "references: what is said about it" },
					...{ before: "Somebody was faster.", after: "New." },
				},
			]);
		});

		test("[A7] a new name of either end makes a proposal stale: it was shown by name", async () => {
			const { note, other } = await makeSubjects();
			const { id } = await propose({
				tool: "link_entities",
				input: { src_id: note.id, rel: "references", dst_id: other.id },
			});
			await (await as()).writer.update({
				id: other.id,
				version: other.version,
				patch: { title: "Renamed" },
				via: "http",
			});
			const renewed = await stale(decide(0, id, { decision: "once" }));
			expect(renewed?.proposals[0]?.diff[0]).toMatchObject({ field: "references", after: "Renamed" });
		});

		test("[A7] a token that may only read proposes nothing", async () => {
			const { note } = await makeSubjects();
			const session = await graphs[0].openSession({
				...principal,
				grant: { mode: "read", projectIds: null },
			});
			const { proposals } = await propose({ tool: "delete_entity", input: { entity_id: note.id } });
			const created = session.approvals.create({
				...{ chat_id: null, message_id: null, tainted: true, proposals },
			});
			await expect(created).rejects.toMatchObject({ code: "forbidden" });
		});
	});
});
