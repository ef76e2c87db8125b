import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpCaller } from "../support/http-caller.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";

let served: ServedWorkbench;
let ada: HttpCaller;
beforeAll(async () => {
	served = await serveWorkbench(await openTestDatabase());
	ada = await served.caller("ada");
});
afterAll(() => served?.close());

/** Every row of the workspace but those that note that somebody called. */
async function readRows(): Promise<Readonly<Record<string, string>>> {
	const { db, workspaceId } = served.bench;
	const tables = await db.query<{ name: string }>(
		`SELECT table_name AS name FROM information_schema.columns
			WHERE column_name = 'workspace_id' AND table_schema = 'public' AND table_name NOT IN ('credential', 'idempotency')`,
	);
	const rows: [string, string][] = [];
	for (const { name } of tables) {
		const lines = await db.query<{ line: string }>(
			`SELECT t::text AS line FROM ${name} t WHERE workspace_id = $1 ORDER BY 1`,
			[workspaceId],
		);
		rows.push([name, lines.map(({ line }) => line).join("\n")]);
	}
	const [workspace] = await db.query<{ line: string }>(
		"SELECT w::text AS line FROM workspace w WHERE id = $1",
		[workspaceId],
	);
	return { ...Object.fromEntries(rows), workspace: workspace?.line ?? "" };
}

interface Case {
	readonly name: string;
	readonly path: string;
	readonly bodies: readonly object[];
}

async function makeCases(): Promise<readonly Case[]> {
	const send = async (path: string, body: object): Promise<{ readonly id: string }> =>
		(await (await ada.call(path, { body })).json()) as { readonly id: string };
	const note = await send("/api/entities", {
		...{ kind: "note", title: "Felt", body: "[[Slates]] and more", aliases: ["Cloth"], props: { weight: 3 } },
	});
	const project = await send("/api/entities", { kind: "project", title: "Roof" });
	await send("/api/kinds", { kind: "crate", label: "Crate", fields: [{ name: "weight", type: "number" }] });
	const chat = await send("/api/chats", { title: "A chat" });
	const version = { version: 1 };
	return [
		{
			name: "a note",
			path: `/api/entities/${note.id}`,
			bodies: [
				version,
				{ ...version, props: {} },
				{ ...version, title: "Felt", body: "[[Slates]] and more", aliases: ["Cloth"] },
				{ ...version, props: { weight: 3 }, visibility: "inherit", archived: false },
			],
		},
		{ name: "a project", path: `/api/entities/${project.id}`, bodies: [version, { ...version, props: {} }] },
		{ name: "a kind", path: "/api/kinds/crate", bodies: [{}] },
		{ name: "a chat", path: `/api/chats/${chat.id}`, bodies: [{}, { settings: {} }] },
		{ name: "the settings", path: "/api/settings", bodies: [{}, { context: {} }] },
		{ name: "one's profile", path: "/api/me", bodies: [{}, { profile: {} }] },
	];
}

test("[C9] an empty PATCH, or one that says what is there already, changes no row", async () => {
	for (const { name, path, bodies } of await makeCases()) {
		for (const body of bodies) {
			const before = await readRows();
			const { status } = await ada.call(path, { method: "PATCH", body });
			expect({ name, body, status, rows: await readRows() }).toEqual({
				...{ name, body, rows: before },
				status: expect.toSatisfy((code: number) => code < 500),
			});
		}
	}
});
