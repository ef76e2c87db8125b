import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";
import { Workbench } from "../support/workbench.ts";
import { describeActivity } from "./cases/activity-cases.ts";
import { describeBadInput } from "./cases/bad-input-cases.ts";
import { describeBlocks } from "./cases/block-cases.ts";
import { describeChanges } from "./cases/change-cases.ts";
import { describeCredentials } from "./cases/credential-cases.ts";
import { describeGraph } from "./cases/graph-cases.ts";
import { describeKinds } from "./cases/kind-cases.ts";
import { describeLinks } from "./cases/link-cases.ts";
import { describeMentions } from "./cases/mention-cases.ts";
import { describePast } from "./cases/past-cases.ts";
import { describeRatings } from "./cases/rating-cases.ts";
import { describeRights } from "./cases/rights-cases.ts";
import { describeSavedQueries } from "./cases/saved-query-cases.ts";
import { describeSettings } from "./cases/settings-cases.ts";
import { describeTrash } from "./cases/trash-cases.ts";
import { describeUndo } from "./cases/undo-cases.ts";

/** One set of cases, word for word, on every engine: every promise of a store holds on each of them. */
for (const engine of TEST_ENGINES) {
	describe.skipIf(engine.skip)(`the store on ${engine.name}`, () => {
		let db: Db;
		let current: Workbench;
		beforeAll(async () => {
			db = await engine.open();
		});
		beforeEach(async () => {
			current = await Workbench.create(db);
		});
		afterAll(() => db?.close());

		const bench = (): Workbench => current;
		describe("graph", () => describeGraph(bench));
		describe("kinds", () => describeKinds(bench));
		describe("links", () => describeLinks(bench));
		describe("mentions", () => describeMentions(bench));
		describe("blocks", () => describeBlocks(bench));
		describe("activity", () => describeActivity(bench));
		describe("changes", () => describeChanges(bench));
		describe("trash", () => describeTrash(bench));
		describe("undo", () => describeUndo(bench));
		describe("past", () => describePast(bench));
		describe("rights", () => describeRights(bench));
		describe("ratings", () => describeRatings(bench));
		describe("kept queries", () => describeSavedQueries(bench));
		describe("settings", () => describeSettings(bench));
		describe("credentials", () => describeCredentials(bench));
		describe("bad input", () => describeBadInput(bench));
	});
}
