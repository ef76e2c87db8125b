import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import { Graph } from "../../src/graph/graph.ts";
import { newId } from "../../src/graph/model/ids.ts";
import { Store } from "../../src/graph/store/store.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";

const [GAUGE, QUILL, BOARD, LATER] = [newId(), newId(), newId(), newId()];

let skein: Skein;
let session: SkeinSession;
beforeAll(async () => {
	skein = new Skein(new Graph(new Store(await openTestDatabase())));
	const workspace = await skein.ensureWorkspace({ demo: false, today: "2026-01-01" });
	const you = await skein.principal(workspace.id);
	const { writer } = await skein.as(you);
	const proposal = { kind: "proposal", label: "Proposal", fields: [] };
	const person = { kind: "keeper", label: "Keeper", fields: [] };
	await writer.commit(
		[
			{ op: "define_kind", definition: proposal },
			{ op: "define_kind", definition: person },
			{
				op: "create",
				entity: { id: GAUGE, kind: "proposal", title: "Tide gauge", body: "Measures the sea." },
			},
			{ op: "create", entity: { id: QUILL, kind: "keeper", title: "Ada Quill", body: "Lives by the mill." } },
			{ op: "create", entity: { id: BOARD, kind: "keeper", title: "Bo Marsh", body: "Sits on a board." } },
			{
				op: "create",
				entity: { id: LATER, kind: "proposal", title: "Radar mast", body: "Stands on a hill." },
			},
			{ op: "link", edge: { src_id: GAUGE, rel: "author", dst_id: QUILL } },
			{ op: "link", edge: { src_id: GAUGE, rel: "funded_by", dst_id: BOARD } },
			{ op: "link", edge: { src_id: GAUGE, rel: "superseded_by", dst_id: LATER } },
		],
		"test",
	);
	session = await skein.as(you);
}, 120_000);
afterAll(() => skein.close());

async function reasonsFor(query: string): Promise<ReadonlyMap<string, string>> {
	const { sections } = await session.buildContext({ query, now: NOW });
	const items = sections.flatMap(({ items }) => items);
	return new Map(items.map(({ id, because }) => [id, because.reason]));
}

test("[N16] what is asked of a match is fetched over the edge that holds it", async () => {
	expect((await reasonsFor("Who wrote the tide gauge proposal?")).get(QUILL)).toContain(
		"“author” of Tide gauge",
	);
	expect((await reasonsFor("What replaced the tide gauge?")).get(LATER)).toContain(
		"“superseded by” of Tide gauge",
	);
	expect((await reasonsFor("By whom is the tide gauge funded?")).get(BOARD)).toContain(
		"“funded by” of Tide gauge",
	);
});

test("[N16] pairs that are to count as not connected are not", async () => {
	const apart = [[GAUGE, QUILL]] as const;
	const { sections } = await buildContext({
		reader: session.reader,
		request: { query: "Who wrote the tide gauge proposal?", type: "chat", now: NOW, apart },
	});
	const reasons = sections.flatMap(({ items }) => items.map(({ because }) => because.reason));
	expect(reasons.some((reason) => reason.includes("“author” of Tide gauge"))).toBe(false);
});

test("[N16] a statement asks for nothing", async () => {
	const reasons = await reasonsFor("The tide gauge was funded");
	expect([...reasons.values()].some((reason) => reason.includes("which the question asks for"))).toBe(false);
});

test("[N22] a loose connection is followed from both ends, in a question and in the one that repeats it", async () => {
	const { reader, writer } = session;
	const link = { src_id: GAUGE, rel: "relates_to", dst_id: LATER };
	await writer.commit([{ op: "link", edge: link }], "test");
	const now = await skein.as(reader.access.principal);
	const ask = async (
		query: string,
		history: readonly { role: "user" | "assistant"; content: string }[] = [],
	) =>
		(await now.buildContext({ query, now: NOW, history })).metadata.asked?.flatMap(({ listed }) =>
			listed.map(({ id }) => id),
		);
	const first = "What is related to the tide gauge?";
	expect(await ask(first)).toEqual([LATER]);
	expect(await ask("What is related to the radar mast?")).toEqual([GAUGE]);
	const turns = [
		{ role: "user", content: first } as const,
		{ role: "assistant", content: "Radar mast." } as const,
	];
	expect(await ask("And the radar mast?", turns)).toEqual([GAUGE]);
});

test("[N16] what waits for something open is not what to do next", async () => {
	const [first, second, third] = [newId(), newId(), newId()];
	const you = await skein.principal((await skein.workspace()).id);
	const { writer } = await skein.as(you);
	await writer.commit(
		[
			{ op: "create", entity: { id: first, kind: "task", title: "Pour the floor" } },
			{ op: "create", entity: { id: second, kind: "task", title: "Raise the walls" } },
			{ op: "create", entity: { id: third, kind: "task", title: "Lay the roof" } },
			{ op: "link", edge: { src_id: first, rel: "blocks", dst_id: second } },
			{ op: "link", edge: { src_id: third, rel: "depends_on", dst_id: second } },
		],
		"test",
	);
	const listReady = async (): Promise<readonly string[]> => {
		session = await skein.as(you);
		const reasons = await reasonsFor("What is next?");
		return [...reasons].flatMap(([id, reason]) => (reason.includes("nothing holds it up") ? [id] : []));
	};
	expect(await listReady()).toEqual([first]);
	await writer.commit([{ op: "update", id: first, version: 1, patch: { state_key: "done" } }], "test");
	expect(await listReady()).toEqual([second]);
});
