import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/graph/graph.ts";
import { SkeinError } from "../../src/graph/model/errors.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { exportWorkspace } from "../../src/graph/transfer/export/export-workspace.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { CAST, RandomHistory } from "../support/random-history.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";

const HISTORIES = 25;
const STEPS = 14;

let db: Db;
beforeAll(async () => {
	// The rule is the same SQL on every engine, and a server takes a third of the time for it.
	const engine = TEST_ENGINES.findLast(({ skip }) => !skip);
	db = (await engine?.open()) as Db;
});
afterAll(() => db?.close());

const settle = async (work: Promise<unknown>): Promise<unknown> =>
	work.catch((error: unknown) => {
		if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		return { code: error.code, message: error.message, details: error.details };
	});

async function readExport(session: Session): Promise<string> {
	const { role } = session.reader.access;
	const manages = role === "owner" || role === "admin";
	let lines = "";
	const options = { format: "jsonl" as const, ...(manages && { include: ["rights", "history"] as const }) };
	for await (const chunk of exportWorkspace(session, options)) lines += Buffer.from(chunk).toString();
	// The bytes of files are written there in hexadecimal digits.
	return lines.replace(/\\\\x([0-9a-f]+)/g, (_, digits: string) => Buffer.from(digits, "hex").toString());
}

/** All that a person gets to see, of now and of before, by every way of reading. */
async function readEverything(session: Session, words: readonly string[], random: Random): Promise<string> {
	const { reader, log, trash, attachments } = session;
	const nodes = [...reader.graph.nodes()];
	const rows = [...(await reader.rows.getMany(nodes.map(({ id }) => id))).values()];
	const { changes } = await log.page({ limit: 200, withImages: true });
	const thrownAway = await trash.list({ limit: 200 });
	const ofOne = rows.length === 0 ? [] : [random.pick(rows)];
	const past = await Promise.all(
		ofOne.map(({ id }) => settle(log.page({ entityId: id, limit: 200, withImages: true }))),
	);
	const files: string[] = [];
	for (const row of rows) {
		for (const path of words.filter((word) => word.startsWith("zqpath"))) {
			const named = { ...row, props: { ...row.props, attachments: [path] } };
			const got = await attachments.get(named, path).catch(() => undefined);
			if (got) files.push(Buffer.from(got.bytes).toString());
		}
	}
	const edges = nodes.flatMap(({ id }) => reader.graph.linksOf(id).map(({ edge }) => edge));
	return JSON.stringify([nodes, rows, edges, changes, thrownAway, past, files]) + (await readExport(session));
}

/** A path that one's own write puts into the properties opens no file. */
async function claimFiles(session: Session, words: readonly string[], random: Random): Promise<string> {
	const row = random.pickMaybe([...session.reader.graph.nodes()]);
	const path = random.pickMaybe(words.filter((word) => word.startsWith("zqpath")));
	if (row === undefined || path === undefined) return "";
	const props = { attachments: [path], attachment_versions: { [path]: 1 } };
	const named = await session.writer
		.update({ id: row.id, version: row.version, patch: { props }, via: "test" })
		.catch(() => undefined);
	const got = named && (await session.attachments.get(named, path).catch(() => undefined));
	return got ? Buffer.from(got.bytes).toString() : "";
}

test(`[P22] [R16] nobody learns what a thing was before it was opened to them (${HISTORIES} histories of ${STEPS} steps)`, async () => {
	let shown = 0;
	let withheld = 0;
	let undone = 0;
	await forEachSeed(HISTORIES, async (seed, random) => {
		const bench = await Workbench.create(db);
		const history = new RandomHistory(bench, db, random);
		await history.begin();
		for (let step = 0; step < STEPS; step += 1) await history.step();
		const check = (person: (typeof CAST)[number], told: string): void => {
			const knowable = history.listKnowable(person);
			const leaked = history.words.filter((word) => told.includes(word) && !knowable.has(word));
			expect(leaked, `${person} learns ${leaked.join(", ")}`).toEqual([]);
			shown += history.words.filter((word) => told.includes(word)).length;
			withheld += history.words.filter((word) => !knowable.has(word)).length;
		};
		for (const person of CAST) {
			const session = await bench.as(person);
			check(person, await readEverything(session, history.words, random));
			const knowable = history.listKnowable(person);
			for (const query of history.words.filter((word) => !knowable.has(word))) {
				const { hits } = session.reader.graph.search({ query, without: ["fuzzy", "meaning", "graph"] });
				expect(hits, `${person} finds ${query}`).toEqual([]);
			}
		}
		const person = random.pick(["ben", "cy"] as const);
		for (const id of await history.listChanges()) {
			const session = await bench.as(person);
			const answer = await settle(session.writer.undo(id, "test"));
			check(person, JSON.stringify(answer));
			if (!(answer as { change_id?: string }).change_id) continue;
			undone += 1;
			await history.snap();
		}
		check(person, await claimFiles(await bench.as(person), history.words, random));
		if (seed % 50 === 0) console.info(`histories up to seed ${seed}: 0 leaks, ${undone} undone`);
	});
	// Histories in which all is open, or nobody sees anything, would prove nothing.
	expect(shown).toBeGreaterThan(HISTORIES * 10);
	expect(withheld).toBeGreaterThan(HISTORIES * 5);
	expect(undone).toBeGreaterThan(0);
}, 7_200_000);
