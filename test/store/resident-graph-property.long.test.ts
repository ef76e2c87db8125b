import { afterAll, beforeAll, expect, test } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import type { Principal } from "../../src/graph/model/access.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { describeGraphView, describeRows, drawQuestions } from "../support/describe-reader.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { commitRandomly, readRows } from "../support/random-operations.ts";
import { makeRandomWorkspace, type RandomWorkspace } from "../support/random-workspace.ts";
import { setShare } from "../support/set-share.ts";

const SEQUENCES = 300;
const SEQUENCES_PER_BATCH = 20;
const MOST_WRITES = 3;
const READERS = 2;

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
		await setShare(db, { workspaceId, entityId: entity.id, granteeId: member.id, level });
	}
}

const listMembers = (workspace: RandomWorkspace): readonly Principal[] =>
	workspace.principals.filter(({ accountId }) =>
		workspace.people.some(({ id, role }) => id === accountId && role !== null),
	);

/** Writes as different people, undoes some of it, and counts both. */
async function writeRandomly(
	random: Random,
	workspace: RandomWorkspace,
	follower: Graph,
): Promise<{ readonly written: number; readonly undone: number }> {
	const members = listMembers(workspace);
	const inPerson = members.filter(({ grant }) => grant === undefined);
	let written = 0;
	let undone = 0;
	for (let left = random.between(1, MOST_WRITES); left > 0; left -= 1) {
		if (random.chance(0.2)) await changeRights(random, workspace, follower.store);
		const { writer } = await follower.openSession(random.pick(random.chance(0.8) ? inPerson : members));
		const committed = await commitRandomly(random, await readRows(db, workspace.id), writer);
		if (!committed?.change_id) continue;
		written += 1;
		if (random.chance(0.8)) continue;
		await writer.undo(committed.change_id, "test");
		undone += 1;
	}
	return { written, undone };
}

async function expectEqualToRebuilt(
	random: Random,
	workspace: RandomWorkspace,
	follower: Graph,
): Promise<void> {
	const questions = drawQuestions(random, (await readRows(db, workspace.id)).entities);
	const rebuilt = new Graph(follower.store);
	const members = listMembers(workspace);
	for (const reader of random.list(READERS, () => random.pick(members))) {
		const followed = describeGraphView(await follower.openSession(reader), questions);
		expect(followed).toBe(describeGraphView(await rebuilt.openSession(reader), questions));
	}
	const reader = random.pick(members);
	const answered = await describeRows(await follower.openSession(reader), questions);
	expect(answered).toBe(await describeRows(await rebuilt.openSession(reader), questions));
}

test(`[S6] [P21] after any writes the graph in memory equals one built anew (${SEQUENCES} sequences)`, async () => {
	let sequences = 0;
	let written = 0;
	let undone = 0;
	await forEachSeed(SEQUENCES / SEQUENCES_PER_BATCH, async (batch, random) => {
		const workspaces = random.list(SEQUENCES_PER_BATCH, (index) =>
			makeRandomWorkspace(2_000_000 + batch * SEQUENCES_PER_BATCH + index),
		);
		await insertWorkspaces(db, workspaces);
		for (const workspace of workspaces) {
			const follower = new Graph(new Store(db));
			// Built before the writes, so that it has to follow them.
			await follower.openSession(random.pick(listMembers(workspace)));
			const done = await writeRandomly(random, workspace, follower);
			await expectEqualToRebuilt(random, workspace, follower);
			sequences += 1;
			written += done.written;
			undone += done.undone;
		}
	});
	// A generator whose every write is refused would prove nothing.
	expect(written).toBeGreaterThan(sequences);
	expect(undone).toBeGreaterThan(sequences * 0.05);
}, 400_000);
