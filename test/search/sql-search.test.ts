import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEntity } from "../../src/graph/model/entity.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { SqlSearch, type SqlSearchHit } from "../../src/graph/store/engine/sql-search.ts";
import { testDatabaseUrl } from "../support/scratch-postgres.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { type Person, Workbench } from "../support/workbench.ts";

const PEOPLE: readonly Person[] = ["ada", "ben", "cy", "gil", "zoe"];

describe.each(TEST_ENGINES)("onto_search_entities on $name", ({ name, open, skip }) => {
	let db: Db;
	let bench: Workbench;
	let search: SqlSearch;
	let projectId = "";
	const ids = new Map<string, string>();

	const add = async (
		person: Person,
		entity: Omit<NewEntity, "kind"> & { kind?: string },
	): Promise<string> => {
		const { id } = await bench.create(person, { kind: "note", ...entity });
		ids.set(entity.title, id);
		return id;
	};
	const find = (person: Person, query: string, options: object = {}): Promise<SqlSearchHit[]> =>
		search.search({ workspaceId: bench.workspaceId, accountId: bench.people[person], query, ...options });
	const titles = async (...args: Parameters<typeof find>): Promise<readonly string[]> =>
		(await find(...args)).map(({ title }) => title);

	beforeAll(async () => {
		if (skip) return;
		db = await open();
		bench = await Workbench.create(db);
		search = new SqlSearch(db);
		await add("ada", { title: "Before it was switched on", body: "kelpie marketing" });
		expect(await search.isEnabled()).toBe(false);
		await search.enable();
		await search.enable();
		expect(await search.isEnabled()).toBe(true);
		projectId = await add("ada", { kind: "project", title: "Kelpie launch" });
		const { workspaces } = bench.graph.store;
		await workspaces.setProjectVisibility(bench.workspaceId, projectId, "private");
		await workspaces.setProjectMember({
			workspaceId: bench.workspaceId,
			projectId,
			accountId: bench.people.gil,
			role: "viewer",
		});
		await add("ada", { title: "Kelpie plan", kind: "plan", project_id: projectId, description: "marketing" });
		await add("ada", { title: "Kelpie secret", visibility: "private" });
		const restricted = await add("ada", {
			title: "Kelpie for Cy",
			visibility: "restricted",
			project_id: projectId,
		});
		const { groups, shares } = await bench.as("ada");
		await shares.replace(restricted, [{ grantee_id: bench.people.cy, level: "read" }]);
		const forGroup = await add("ada", { title: "Kelpie for the group", visibility: "restricted" });
		const { id: groupId } = await groups.create("Readers");
		await groups.setMember(groupId, bench.people.ben, true);
		await shares.replace(forGroup, [{ grantee_id: groupId, level: "read" }]);
		await add("ben", { title: "Kelpie notes of Ben", body: "for everybody" });
		const trashed = await add("ada", { kind: "project", title: "Kelpie trash" });
		await add("ada", { title: "Kelpie in the trash", project_id: trashed });
		await bench.commit("ada", { op: "delete", id: trashed });
		const gone = await add("ada", { title: "Kelpie deleted" });
		await bench.commit("ada", { op: "delete", id: gone });
	});
	afterAll(() => db?.close());

	test.skipIf(skip)(
		"[S17] takes the workspace, then the five parameters, and answers seven columns",
		async () => {
			const [row] = await db.query<{ arguments: string; result: string }>(
				`SELECT pg_get_function_arguments(oid) AS arguments, pg_get_function_result(oid) AS result
				FROM pg_proc WHERE proname = 'onto_search_entities'`,
			);
			expect(row?.arguments).toBe(
				"p_workspace_id uuid, p_actor_id uuid, p_query text, p_project_id uuid DEFAULT NULL::uuid, p_types text[] DEFAULT NULL::text[], p_limit integer DEFAULT 50",
			);
			expect(row?.result).toBe(
				"TABLE(type text, id uuid, project_id uuid, project_name text, title text, snippet text, score double precision)",
			);
		},
	);

	test.skipIf(skip)(
		"[S17] finds words of title, text and properties in any form, and titles with a slip",
		async () => {
			await add("ada", {
				title: "Gannet",
				body: "The divers were diving",
				props: { summary: { note: "plunging" } },
			});
			for (const query of ["gannets", "dive", '"divers were"', "plunge", "gannnet", "plunge -kelpie"]) {
				expect(await titles("ada", query), query).toEqual(["Gannet"]);
			}
			expect(await titles("ada", "diver -gannet")).toEqual([]);
			expect(await titles("ada", "marketing")).toContain("Before it was switched on");
			const [best] = await find("ada", "kelpie launch");
			expect(best).toMatchObject({ type: "project", id: projectId, title: "Kelpie launch" });
			expect(best?.score).toBeGreaterThan(0.4);
		},
	);

	test.skipIf(skip)(
		"[S5] finds titles that hold every word but for a slip, those of the actor alone",
		async () => {
			await add("ada", { title: "Oystercatcher keyboard: the hinge supplier of Zürich", body: "samphire" });
			await add("ada", { title: "Turnstone ledger", visibility: "private" });
			const slips = [
				...[
					"hnige",
					"hinhe",
					"hing",
					"hhinge",
					"ginge",
					"hnge supplier",
					"hinge suplier zurich",
					"samphire hnige",
				],
				...["key board", "oyster catcher", "hingesupplier", "the hnige of", "oystercatcehr keyboard"],
			];
			for (const query of slips) {
				expect((await titles("ada", query))[0], query).toMatch(/^Oystercatcher/);
			}
			expect(await titles("ada", "hnige quincunx")).toEqual([]);
			expect(await titles("ada", "turnstnoe")).toEqual(["Turnstone ledger"]);
			expect(await titles("ben", "turnstnoe")).toEqual([]);
			expect(await titles("ada", "hnige -keyboard")).toEqual([]);
		},
	);

	test.skipIf(skip)("[S17] each person finds what they may read, all of it and nothing else", async () => {
		for (const person of PEOPLE) {
			const found = (await find(person, "kelpie")).map(({ id }) => id).sort();
			const session = await bench.as(person).catch(() => undefined);
			const visible = [...(session?.reader.graph.nodes() ?? [])]
				.filter(({ title, id }) => title.includes("Kelpie") || id === ids.get("Before it was switched on"))
				.map(({ id }) => id);
			expect(found, person).toEqual(visible.sort());
		}
		expect(await titles("cy", "kelpie")).not.toContain("Kelpie launch");
		const [forCy] = (await find("cy", "kelpie")).filter(({ title }) => title === "Kelpie for Cy");
		expect(forCy).toMatchObject({ project_id: projectId, project_name: null });
		const [forGil] = await find("gil", "kelpie plan", { types: ["plan"] });
		expect(forGil).toMatchObject({ project_name: "Kelpie launch" });
	});

	test.skipIf(skip)("[S17] project, kinds and limit narrow the answer; the limit is 50 at most", async () => {
		await bench.commit(
			"ada",
			...Array.from({ length: 60 }, (_, index) => ({
				op: "create" as const,
				entity: { kind: "task", title: `Dotterel ${index}` },
			})),
		);
		expect(await find("ada", "dotterel", { limit: 500 })).toHaveLength(50);
		expect(await find("ada", "dotterel", { limit: 3 })).toHaveLength(3);
		expect(await find("ada", "dotterel", { limit: -1 })).toHaveLength(0);
		const first = await find("ada", "dotterel");
		expect(await find("ada", "dotterel")).toEqual(first);
		const inProject = await find("ada", "kelpie", { projectId });
		expect(new Set(inProject.map((hit) => hit.project_id))).toEqual(new Set([projectId]));
		expect(new Set((await find("ada", "kelpie", { types: ["plan"] })).map(({ type }) => type))).toEqual(
			new Set(["plan"]),
		);
	});

	test.skipIf(skip)("[S17] a snippet is escaped, and only what matched is marked", async () => {
		await add("ada", {
			title: "Whimbrel & co < 5",
			body: 'A \uE000fake\uE001 mark <script>alert("x")</script> near the whimbrel at noon.',
		});
		const [hit] = await find("ada", "whimbrel");
		expect(hit?.snippet).toContain("<mark>Whimbrel</mark> &amp; co &lt; 5");
		expect(hit?.snippet).toContain("alert(&quot;x&quot;)");
		expect(hit?.snippet.replaceAll(/<\/?mark>/g, "")).not.toMatch(/[<>"\uE000\uE001]/);
		expect(hit?.snippet).not.toContain("<mark>fake");
	});

	test.skipIf(skip)("[S17] any query is answered, and any text can still be stored and undone", async () => {
		const hostile = [
			"",
			"   ",
			"🌉",
			"'; DROP TABLE entity; --",
			"(a+)+$",
			"%_\\",
			"גשר",
			"& | !",
			"word ".repeat(20_000),
		];
		for (const query of hostile) expect(await find("ada", query), query.slice(0, 20)).toBeInstanceOf(Array);
		const words = Array.from({ length: 150_000 }, (_, index) => `w${index.toString(36)}`).join(" ");
		const id = await add("ada", { title: "Long whinchat", body: words });
		expect(await titles("ada", "whinchat")).toEqual(["Long whinchat"]);
		const { writer, reader } = await bench.as("ada");
		const { version } = await reader.rows.get(id);
		const { change_id: changeId } = await writer.commit(
			[{ op: "update", id, version, patch: { title: "Renamed" } }],
			"test",
		);
		await (await bench.writer("ada")).undo(changeId ?? "", "test");
		expect(await titles("ada", "whinchat")).toEqual(["Long whinchat"]);
	});

	// The embedded engine hands notices to nobody.
	if (name !== "pglite")
		test.skipIf(skip)("[S17] no query raises a notice, and a limit above 50 is 50", async () => {
			const [row] = await db.query<{ name: string }>("SELECT current_database() AS name");
			const url = new URL(testDatabaseUrl ?? "");
			url.pathname = `/${row?.name}`;
			const client = new pg.Client({ connectionString: url.href });
			const notices: unknown[] = [];
			client.on("notice", ({ message }) => notices.push(message));
			await client.connect();
			try {
				const call = (query: string | null, limit = 500) =>
					client.query("SELECT * FROM onto_search_entities($1, $2, $3, NULL, NULL, $4)", [
						bench.workspaceId,
						bench.people.ada,
						query,
						limit,
					]);
				for (const query of ["", "  ", null, "the", "of the", "-", '""', "-kelpie", "the kelpie"])
					await call(query);
				expect(notices).toEqual([]);
				expect((await call("dotterel")).rowCount).toBe(50);
				// A notice would be seen here: the same words outside of the function raise one.
				await client.query("SELECT websearch_to_tsquery('english', 'the')");
				expect(notices).toHaveLength(1);
			} finally {
				await client.end();
			}
		});

	test.skipIf(skip)("[S17] it can be taken away again, and leaves nothing behind", async () => {
		await search.disable();
		await search.disable();
		expect(await search.isEnabled()).toBe(false);
		const left = await db.query(
			`SELECT indexname FROM pg_indexes WHERE indexname LIKE '%trigrams' OR indexname = 'entity_search_vector'`,
		);
		expect(left).toEqual([]);
		await add("ada", { title: "Afterwards" });
	});
});
