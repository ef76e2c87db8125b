import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Graph, type Session } from "../../src/graph/graph.ts";
import { mayRead, mayWrite, type Principal } from "../../src/graph/model/access.ts";
import type { Entity } from "../../src/graph/model/entity.ts";
import { EntityNotFoundError, type SkeinError } from "../../src/graph/model/errors.ts";
import { textsIn } from "../../src/graph/model/json.ts";
import { analyseText } from "../../src/graph/search/words/analyse-text.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { deriveAccess } from "../support/derive-access.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { makeRandomWorkspace, type RandomWorkspace, WORDS } from "../support/random-workspace.ts";
import { judgeRights, judgeVisible } from "../support/rights-oracle.ts";

const PURE_GRAPHS = 5_000;
const STORED_BATCHES = 1_500 / 50;
const GRAPHS_PER_BATCH = 50;
const THOROUGH_BATCHES = 6;
const THOROUGH_PER_BATCH = 10;

const idsOf = (items: Iterable<{ readonly id: string }>): string[] => [...items].map(({ id }) => id).sort();

test(`[R1-R8] [P2] the rule agrees with the oracle for everybody in ${PURE_GRAPHS} random workspaces`, async () => {
	let judged = 0;
	await forEachSeed(PURE_GRAPHS, (seed) => {
		const workspace = makeRandomWorkspace(seed);
		for (const principal of workspace.principals) {
			const access = deriveAccess(workspace, principal);
			if (access === undefined) continue;
			for (const entity of workspace.entities) {
				const isThere = entity.deleted_at === null;
				const actual = [isThere && mayRead(access, entity), isThere && mayWrite(access, entity)];
				const verdict = judgeRights(workspace, principal, entity);
				const expected = [verdict !== "nothing", verdict === "write"];
				judged += 1;
				if (`${actual}` === `${expected}`) continue;
				expect(actual, JSON.stringify({ principal, entity })).toEqual(expected);
			}
		}
	});
	expect(judged).toBeGreaterThan(1_000);
}, 400_000);

describe("the store agrees with the oracle", () => {
	let db: Db;
	let graph: Graph;
	beforeAll(async () => {
		db = await openTestDatabase();
		graph = new Graph(new Store(db));
	});
	afterAll(() => db?.close());

	async function listAll({ reader }: Session): Promise<{ ids: string[]; totals: Set<number> }> {
		const ids: string[] = [];
		const totals = new Set<number>();
		let cursor: string | null = null;
		do {
			const page = await reader.rows.list({ limit: 12, ...(cursor !== null && { cursor }) });
			ids.push(...page.entities.map((entity) => entity.id));
			totals.add(page.total);
			cursor = page.next_cursor;
		} while (cursor !== null);
		return { ids, totals };
	}

	const containsWord = (entity: Entity, query: string): boolean => {
		const { title, aliases, state_key: state, body, description, props } = entity;
		const text = [title, ...aliases, state, body, description, ...textsIn(props)];
		return analyseText(text.join("\n")).includes(analyseText(query)[0] ?? "");
	};

	/** Tries to write without being able to succeed: the version is one that no row has. */
	async function probeWrite({ writer }: Session, id: string): Promise<string> {
		const error: SkeinError = await writer.update({ id, version: 0, patch: {}, via: "test" }).then(
			() => {
				throw new Error("A version that does not exist was accepted.");
			},
			(caught) => caught,
		);
		return { not_found: "nothing", forbidden: "read", stale_version: "write" }[error.code] ?? error.code;
	}

	async function checkPrincipal(
		workspace: RandomWorkspace,
		principal: Principal,
		random: Random,
	): Promise<void> {
		const expected = deriveAccess(workspace, principal);
		if (expected === undefined) {
			await expect(graph.openSession(principal)).rejects.toBeInstanceOf(EntityNotFoundError);
			return;
		}
		const session = await graph.openSession(principal);
		const { access, rows, graph: view } = session.reader;
		expect(access).toEqual(expected);

		const visible = judgeVisible(workspace, principal);
		const ids = idsOf(visible.entities);
		const listed = await listAll(session);
		expect([...listed.ids].sort()).toEqual(ids);
		expect([...listed.totals]).toEqual([ids.length]);
		const fetched = await rows.getMany(workspace.entities.map((entity) => entity.id));
		expect([...fetched.keys()].sort()).toEqual(ids);
		// An earlier reader has read some of these: their kept texts must not reach a person who may not read them.
		const texts = await rows.addTexts(workspace.entities);
		expect([...texts.keys()].sort()).toEqual(ids);
		for (const [id, { body }] of texts) expect(body).toBe(fetched.get(id)?.body);
		expect([...(await rows.pages(workspace.entities, { blocks: 10 })).keys()].sort()).toEqual(ids);
		expect(idsOf(view.nodes())).toEqual(ids);
		for (const entity of workspace.entities) {
			const edges = visible.edges.filter(({ src_id, dst_id }) => [src_id, dst_id].includes(entity.id));
			expect(idsOf(view.linksOf(entity.id).map(({ edge }) => edge))).toEqual(idsOf(edges));
			expect(view.node(entity.id)?.id).toBe(ids.includes(entity.id) ? entity.id : undefined);
		}
		const query = random.pick(WORDS);
		const saying = visible.edges.filter(({ text }) =>
			analyseText(text).includes(analyseText(query)[0] ?? ""),
		);
		const isEnd = ({ id }: Entity): boolean => saying.some((edge) => [edge.src_id, edge.dst_id].includes(id));
		const found = visible.entities.filter((entity) => containsWord(entity, query) || isEnd(entity));
		const { hits } = view.search({ query, without: ["fuzzy", "meaning", "graph"] });
		expect(idsOf(hits.map(({ node }) => node))).toEqual(idsOf(found));

		const entity = random.pick(workspace.entities);
		const verdict = judgeRights(workspace, principal, entity);
		for (const name of [entity.id, entity.ref]) {
			const answer = await rows.get(name).then(
				(row) => row.id,
				(error: SkeinError) => error.code,
			);
			expect(answer).toBe(verdict === "nothing" ? "not_found" : entity.id);
		}
		if (random.chance(0.4)) expect(await probeWrite(session, entity.id)).toBe(verdict);
	}

	test(`[R1-R8] on what somebody may read in each of ${STORED_BATCHES * GRAPHS_PER_BATCH} random workspaces`, async () => {
		let read = 0;
		await forEachSeed(STORED_BATCHES, async (batch, random) => {
			const workspaces = random.list(GRAPHS_PER_BATCH, (index) =>
				makeRandomWorkspace(4_000_000 + batch * GRAPHS_PER_BATCH + index),
			);
			await insertWorkspaces(db, workspaces);
			for (const workspace of workspaces) {
				const principal = random.pick(workspace.principals);
				const access = await graph.store.access(principal).catch(() => undefined);
				expect(access).toEqual(deriveAccess(workspace, principal));
				const all = workspace.entities.map((entity) => entity.id);
				const rows = access && (await graph.store.as(access).rows.getMany(all));
				const expected = idsOf(judgeVisible(workspace, principal).entities);
				expect([...(rows?.keys() ?? [])].sort()).toEqual(expected);
				read += expected.length;
			}
		});
		expect(read).toBeGreaterThan(1_000);
	}, 400_000);

	test(`[R1-R8] by every way of reading, for everybody in ${THOROUGH_BATCHES * THOROUGH_PER_BATCH} random workspaces`, async () => {
		await forEachSeed(THOROUGH_BATCHES, async (batch, random) => {
			const workspaces = random.list(THOROUGH_PER_BATCH, (index) =>
				makeRandomWorkspace(1_000_000 + batch * THOROUGH_PER_BATCH + index),
			);
			await insertWorkspaces(db, workspaces);
			for (const workspace of workspaces) {
				for (const principal of workspace.principals) await checkPrincipal(workspace, principal, random);
			}
		});
	}, 400_000);
});
