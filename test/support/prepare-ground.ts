import { ABSENT, type Ground } from "./http-cases.ts";
import type { Workbench } from "./workbench.ts";

let turn = 0;

/** New things for every call, so that one answer cannot spoil the next: all in Ada's closed project, but for the private one. */
export async function prepareGround(bench: Workbench, closed: string): Promise<Ground> {
	const session = await bench.as("ada");
	const { writer, chats, manifests, reader, attachments, savedQueries } = session;
	turn += 1;
	const task = await writer.create({ kind: "task", title: `Task ${turn}`, project_id: closed }, "test");
	const note = await writer.create(
		{ kind: "note", title: `Note ${turn}`, project_id: closed, body: "A\n\nB" },
		"test",
	);
	const secret = await writer.create(
		{ kind: "note", title: `Secret ${turn}`, visibility: "private" },
		"test",
	);
	const holder = await writer.create({ kind: "note", title: `Holder ${turn}`, project_id: closed }, "test");
	await attachments.put(holder, "plan.png", Buffer.from("png"), "test");
	const { edges } = await writer.link({ src_id: task.id, rel: "references", dst_id: note.id }, "test");
	const { change_id } = await writer.commit(
		[{ op: "update", id: task.id, version: 1, patch: { description: "x" } }],
		"test",
	);
	const { id: group } = await session.groups.create(`Group ${turn}`);
	const leaver = await bench.graph.store.workspaces.ensureAccount({
		email: `l${turn}@x`,
		display_name: "Leaver",
	});
	await bench.graph.store.workspaces.setMember(bench.workspaceId, leaver.id, "member");
	const chat = await chats.create();
	const contextId = ABSENT.replace("0000-7000", `${String(turn).padStart(4, "0")}-7000`);
	await manifests.save({
		id: contextId,
		revision: reader.graph.revision,
		payload: {} as never,
		entityIds: [task.id],
		request: { query: "why" },
	});
	const { credentials } = bench.graph.store;
	const owned = { workspaceId: bench.workspaceId, accountId: bench.people.ada, mode: "read" } as const;
	const { id: tokenId } = await credentials.create({ ...owned, purpose: "token" });
	for (const { id } of await savedQueries.list()) await savedQueries.remove(id);
	const { id: queryId } = await savedQueries.save({
		name: `Query ${turn}`,
		wql: "SELECT t FROM task",
	});
	const project = await reader.rows.get(closed);
	return {
		...{
			project,
			task,
			note,
			secret,
			holder,
			memberId: leaver.id,
			groupId: group,
			chatId: chat.id,
			contextId,
			tokenId,
			queryId,
		},
		edgeId: edges[0]?.id ?? "",
		changeId: change_id ?? "",
	};
}
