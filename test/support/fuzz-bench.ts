import { openTestDatabase } from "./open-test-database.ts";
import { type ServedWorkbench, serveWorkbench } from "./serve-workbench.ts";

export interface FuzzBench {
	readonly served: ServedWorkbench;
	/** Ids and refs that lead somewhere. */
	readonly ids: readonly string[];
	/** The credentials of the owner: a session, a token that writes, one that reads. */
	readonly tokens: Readonly<Record<"session" | "writing" | "reading", string>>;
}

/** A small workspace behind a real server that lets anybody ask as often as they like. */
export async function openFuzzBench(): Promise<FuzzBench> {
	const served = await serveWorkbench(await openTestDatabase(), {
		// A password is meant to cost time; that it may be tried only so often is part of what is tested.
		limits: { perAddress: 1e9, perUser: 1e9, signIns: 10 },
	});
	const { bench } = served;
	const project = await bench.project("Bridge");
	const { writer } = await bench.as("ada");
	const made = await Promise.all(
		["task", "goal", "note", "plan"].map((kind) =>
			writer.create({ kind, title: `Some ${kind}`, project_id: project, body: "One.\n\nTwo." }, "test"),
		),
	);
	const owned = { workspaceId: bench.workspaceId, accountId: bench.people.ada };
	const create = async (purpose: "session" | "token", mode: "read" | "write"): Promise<string> =>
		(await bench.graph.store.credentials.create({ ...owned, purpose, mode })).token;
	return {
		served,
		ids: [project, ...made.flatMap(({ id, ref }) => [id, ref])],
		tokens: {
			session: await create("session", "write"),
			writing: await create("token", "write"),
			reading: await create("token", "read"),
		},
	};
}
