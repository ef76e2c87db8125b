import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/db.ts";
import { openTestDatabase } from "../../src/graph/store/open-test-database.ts";
import { Store } from "../../src/graph/store/store.ts";
import { describeGraphView, describeRows, drawQuestions } from "../support/describe-reader.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { commitRandomly, readRows } from "../support/random-operations.ts";
import { makeRandomWorkspace, type RandomWorkspace } from "../support/random-workspace.ts";

const SEQUENCES = 40;
const WRITES = 6;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** Rights change between the writes, because what a reader may see decides what is counted and ranked. */
async function changeRights(random: Random, workspace: RandomWorkspace, store: Store): Promise<void> {
	const workspaceId = workspace.id;
	const member = random.pick(workspace.people.filter(({ role }) => role !== null));
	const project = random.pickMaybe(workspace.projects);
	const entity = random.pick(workspace.entities);
	const { workspaces } = store;
	if (project && random.chance(0.4)) {
		const role = random.pick(["viewer", "editor", null] as const);
		await workspaces.setProjectMember({ workspaceId, projectId: project.id, accountId: member.id, role });
	} else if (project && random.chance(0.5)) {
		await workspaces.setProjectVisibility(workspaceId, project.id, random.pick(["private", "workspace"]));
	} else {
		const level = random.pick(["read", "write", null] as const);
		await workspaces.setShare({ workspaceId, entityId: entity.id, granteeId: member.id, level });
	}
}

test(`[S6] after any writes the graph in memory equals one built anew (${SEQUENCES} sequences of ${WRITES})`, async () => {
	let written = 0;
	let undone = 0;
	await forEachSeed(SEQUENCES, async (seed, random) => {
		const workspace = makeRandomWorkspace(2_000_000 + seed);
		await insertWorkspaces(db, [workspace]);
		const store = new Store(db);
		const follower = new Graph(store);
		const members = workspace.principals.filter(({ accountId }) =>
			workspace.people.some(({ id, role }) => id === accountId && role !== null),
		);
		const inPerson = members.filter(({ grant }) => grant === undefined);
		for (let step = 0; step < WRITES; step += 1) {
			if (random.chance(0.2)) await changeRights(random, workspace, store);
			const { writer } = await follower.as(random.pick(random.chance(0.8) ? inPerson : members));
			const committed = await commitRandomly(random, await readRows(db, workspace.id), writer);
			if (committed?.change_id) written += 1;
			if (committed?.change_id && random.chance(0.2)) {
				await writer.undo(committed.change_id, "test");
				undone += 1;
			}
		}
		const questions = drawQuestions(random, (await readRows(db, workspace.id)).entities);
		const rebuilt = new Graph(store);
		for (const principal of members) {
			const followed = describeGraphView(await follower.as(principal), questions);
			expect(followed).toBe(describeGraphView(await rebuilt.as(principal), questions));
		}
		const reader = random.pick(members);
		const answered = await describeRows(await follower.as(reader), questions);
		expect(answered).toBe(await describeRows(await rebuilt.as(reader), questions));
	});
	// A generator whose every write is refused would prove nothing.
	expect(written).toBeGreaterThan(SEQUENCES * 2);
	expect(undone).toBeGreaterThan(0);
}, 120_000);
