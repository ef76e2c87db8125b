import { expect, test } from "vitest";
import { fc } from "../../test/support/drawn.ts";
import type { AccessSet, Principal } from "./model/access.ts";
import { AnswerCache, nameEntry } from "./reader-cache.ts";

const accessOf = (overrides: Partial<AccessSet> & { grant?: Principal["grant"] } = {}): AccessSet => {
	const { grant, ...rest } = overrides;
	const none: ReadonlySet<string> = new Set();
	return {
		principal: { workspaceId: "w", accountId: "a", ...(grant && { grant }) },
		...{
			workspaceId: "w",
			accountId: "a",
			role: "member",
			epoch: 1,
			revision: 1,
			settings: {},
			mayWrite: true,
		},
		...{ onlyProjects: null, readableProjects: none, writableProjects: none, sharedForReading: none },
		...{ openedProjects: new Map(), sharedSince: new Map() },
		...{ sharedForWriting: none, trashedProjects: none, restorableProjects: none },
		...rest,
	};
};

const BASE = { access: accessOf(), learnt: 0, surface: "search", params: ["query"] };

test.each([
	["another workspace", { access: accessOf({ workspaceId: "v" }) }],
	["another person", { access: accessOf({ accountId: "b" }) }],
	["a token of theirs", { access: accessOf({ grant: { mode: "read", projectIds: null } }) }],
	["a token bound to projects", { access: accessOf({ grant: { mode: "read", projectIds: ["p"] } }) }],
	["other rights", { access: accessOf({ epoch: 2 }) }],
	["other data", { access: accessOf({ revision: 2 }) }],
	["an index that has learnt", { learnt: 1 }],
	["another surface", { surface: "linked" }],
	["other parameters", { params: ["other query"] }],
])("%s is not given what was kept", (_, difference) => {
	expect(nameEntry({ ...BASE, ...difference })).not.toBe(nameEntry(BASE));
});

test("[L8] no parameters can be written so that they are taken for others", () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), fc.string(), (one, two, here, there) => {
			const same = JSON.stringify([here, one]) === JSON.stringify([there, two]);
			const first = nameEntry({ ...BASE, surface: here, params: one });
			expect(first === nameEntry({ ...BASE, surface: there, params: two })).toBe(same);
		}),
	);
});

test("[L8] what was made is given again, what failed is tried again, and the oldest leave", async () => {
	let made = 0;
	const cache = new AnswerCache().of(accessOf(), () => 0);
	const make = (): number => {
		made += 1;
		return made;
	};
	expect(await cache.get("s", 1, make)).toEqual({ value: 1, hit: false });
	expect(await cache.get("s", 1, make)).toEqual({ value: 1, hit: true });
	await expect(cache.get("s", 2, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(await cache.get("s", 2, make)).toEqual({ value: 2, hit: false });
	for (let index = 0; index < 2_500; index += 1) await cache.get("other", index, () => index);
	expect(await cache.get("s", 1, make)).toEqual({ value: 3, hit: false });
});
