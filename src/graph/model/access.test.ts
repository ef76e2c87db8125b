import { describe, expect, test } from "vitest";
import {
	type AccessSet,
	type Guarded,
	haveSameReadingRights,
	knowsAfter,
	knowsBefore,
	mayRead,
	mayRedefineKinds,
	mayRestore,
	mayShapeWorkspace,
	mayWrite,
	readableSince,
	withProjects,
} from "./access.ts";

const ME = "me";
const P = "project";

/** A member who may read and write nothing in particular. */
const rights = (changes: Partial<AccessSet> = {}): AccessSet => ({
	principal: { workspaceId: "w", accountId: ME },
	workspaceId: "w",
	accountId: ME,
	role: "member",
	epoch: 1,
	revision: 1,
	settings: {},
	mayWrite: true,
	onlyProjects: null,
	readableProjects: new Set(),
	writableProjects: new Set(),
	sharedForReading: new Set(),
	sharedForWriting: new Set(),
	openedProjects: new Map(),
	sharedSince: new Map(),
	trashedProjects: new Set(),
	restorableProjects: new Set(),
	...changes,
});

const readers = { readableProjects: new Set([P]) };
const editors = { readableProjects: new Set([P]), writableProjects: new Set([P]) };
const boundTo = (...ids: string[]) => ({ onlyProjects: new Set(ids) });
const readOnly = { mayWrite: false };

const item = (changes: Partial<Guarded> = {}): Guarded => ({
	id: "item",
	project_id: P,
	visibility: "inherit",
	owner_id: "somebody",
	...changes,
});
const loose = { project_id: null };
const mine = { owner_id: ME };
const secret = { visibility: "private" } as const;
const shared = { visibility: "restricted" } as const;

type Row = readonly [
	who: string,
	access: Partial<AccessSet>,
	what: Partial<Guarded>,
	read: boolean,
	write: boolean,
];

const TABLE: readonly Row[] = [
	["a member, of what belongs to no project", {}, loose, true, true],
	["a guest, of what belongs to no project", { role: "guest" }, loose, false, false],
	["a member, in a project that is not theirs", {}, {}, false, false],
	["an owner of the workspace, in a project that is not theirs", { role: "owner" }, {}, false, false],
	["who may write another project", { ...readers, writableProjects: new Set(["other"]) }, {}, true, false],
	["a viewer", readers, {}, true, false],
	["an editor", editors, {}, true, true],
	["a guest who was let into the project", { ...editors, role: "guest" }, {}, true, true],
	["the owner of a private thing", {}, { ...secret, ...mine }, true, true],
	["an editor, of what is private to another", editors, secret, false, false],
	[
		"whoever a private thing was once shared with",
		{ sharedForReading: new Set(["item"]) },
		secret,
		false,
		false,
	],
	["the owner of a restricted thing", {}, { ...shared, ...mine }, true, true],
	["an editor, of what is restricted", editors, shared, false, false],
	["who was given it to read", { sharedForReading: new Set(["item"]) }, shared, true, false],
	["who was given it to write", { sharedForWriting: new Set(["item"]) }, shared, false, true],
	[
		"who was given something else",
		{ sharedForReading: new Set(["x"]), sharedForWriting: new Set(["x"]) },
		shared,
		false,
		false,
	],
	["an editor of a project in the trash", { ...editors, trashedProjects: new Set([P]) }, {}, false, false],
	[
		"the owner, in a project in the trash",
		{ trashedProjects: new Set([P]) },
		{ ...secret, ...mine },
		false,
		false,
	],
	[
		"an editor, while another project is in the trash",
		{ ...editors, trashedProjects: new Set(["x"]) },
		{},
		true,
		true,
	],
	["a token for this project", { ...editors, ...boundTo(P) }, {}, true, true],
	["a token for another project", { ...editors, ...boundTo("x") }, {}, false, false],
	["a token for a project, of what belongs to none", boundTo(P), loose, false, false],
	[
		"a token for another project, of what its person owns",
		boundTo("x"),
		{ ...secret, ...mine },
		false,
		false,
	],
	["a token that only reads, as editor", { ...editors, ...readOnly }, {}, true, false],
	["a token that only reads, of what its person owns", readOnly, { ...shared, ...mine }, true, false],
	["a token that only reads, of what belongs to no project", readOnly, loose, true, false],
];

describe("[R2] [R3] [R4] [R8] who may read and write what", () => {
	test.each(TABLE)("%s", (_, access, what, read, write) => {
		expect(mayRead(rights(access), item(what))).toBe(read);
		expect(mayWrite(rights(access), item(what))).toBe(write);
	});
});

describe("[R8] bringing back", () => {
	const project = item({ id: P });
	const trashed = { trashedProjects: new Set([P]) };
	const remembered = { ...trashed, restorableProjects: new Set([P]) };

	test("what is no project in the trash comes back by whoever may write it", () => {
		expect(mayRestore(rights(editors), item())).toBe(true);
		expect(mayRestore(rights(readers), item())).toBe(false);
		expect(mayRestore(rights({ ...editors, restorableProjects: new Set(["item"]) }), item(loose))).toBe(true);
		expect(mayRestore(rights(remembered), item())).toBe(false);
		expect(mayRestore(rights(editors), project)).toBe(true);
		expect(mayRestore(rights({ restorableProjects: new Set([P]) }), project)).toBe(false);
	});

	test("a project in the trash comes back by those who are remembered, within their token", () => {
		expect(mayRestore(rights(remembered), project)).toBe(true);
		expect(mayRestore(rights({ ...editors, ...trashed }), project)).toBe(false);
		expect(mayRestore(rights({ ...remembered, ...readOnly }), project)).toBe(false);
		expect(mayRestore(rights({ ...remembered, ...boundTo(P) }), project)).toBe(true);
		expect(mayRestore(rights({ ...remembered, ...boundTo("x") }), project)).toBe(false);
	});
});

test("[R10] the workspace is shaped by its members, kinds are redefined by those who run it", () => {
	const table: readonly (readonly [Partial<AccessSet>, boolean, boolean])[] = [
		[{ role: "owner" }, true, true],
		[{ role: "admin" }, true, true],
		[{ role: "member" }, true, false],
		[{ role: "guest" }, false, false],
		[{ role: "owner", ...readOnly }, false, false],
		[{ role: "owner", ...boundTo(P) }, false, false],
	];
	for (const [access, shape, redefine] of table) {
		expect(mayShapeWorkspace(rights(access))).toBe(shape);
		expect(mayRedefineKinds(rights(access))).toBe(redefine);
	}
});

test("[R12] rights are the same for reading until something that reading depends on differs", () => {
	const base = {
		...readers,
		sharedForReading: new Set(["a"]),
		trashedProjects: new Set(["t"]),
		...boundTo(P, "q"),
	};
	const differences: readonly Partial<AccessSet>[] = [
		{ accountId: "other" },
		{ role: "admin" },
		{ onlyProjects: null },
		{ onlyProjects: new Set([P]) },
		{ onlyProjects: new Set([P, "r"]) },
		{ readableProjects: new Set([P, "q"]) },
		{ readableProjects: new Set(["q"]) },
		{ sharedForReading: new Set(["b"]) },
		{ sharedForReading: new Set() },
		{ trashedProjects: new Set() },
		{ trashedProjects: new Set(["u"]) },
	];
	for (const difference of differences) {
		expect(haveSameReadingRights(rights(base), rights({ ...base, ...difference }))).toBe(false);
		expect(haveSameReadingRights(rights({ ...base, ...difference }), rights(base))).toBe(false);
	}
	const later = {
		...base,
		epoch: 9,
		revision: 9,
		mayWrite: false,
		...boundTo("q", P),
		readableProjects: new Set([P]),
	};
	expect(haveSameReadingRights(rights(base), rights(later))).toBe(true);
	expect(haveSameReadingRights(rights(), rights())).toBe(true);
});

test("whoever makes or restores a project has it at once", () => {
	const before = rights({ ...readers, trashedProjects: new Set(["t", "u"]) });
	expect(withProjects(before, [])).toBe(before);
	expect(withProjects(before, ["t"])).toEqual({
		...before,
		readableProjects: new Set([P, "t"]),
		writableProjects: new Set(["t"]),
		trashedProjects: new Set(["u"]),
	});
});

describe("[R16] the past that is a reader's to know begins", () => {
	const opened = { openedProjects: new Map([[P, 7]]) };
	const sharedAt = (revision: number) => ({ sharedSince: new Map([["item", revision]]) });
	const rows: readonly (readonly [string, Partial<AccessSet>, Partial<Guarded>, number, number])[] = [
		["with the thing, for a member of its project", {}, {}, 0, 0],
		["when its visibility last changed", {}, {}, 5, 5],
		["when its project was opened, for whoever reads it by that alone", opened, {}, 0, 7],
		["when the later of the two happened", opened, {}, 9, 9],
		["with the thing, for its owner", {}, mine, 5, 0],
		["when its project was opened, for an owner who is not in it", opened, mine, 5, 7],
		["with the thing, for the owner of what is restricted", sharedAt(4), { ...mine, ...shared }, 5, 0],
		["when it was shared", sharedAt(4), shared, 0, 4],
		["when it became restricted, if it had been shared before", sharedAt(4), shared, 6, 6],
		["with the thing, for the owner of what is private", opened, { ...mine, ...secret }, 5, 0],
		["with the project, for one of its members", {}, { id: P }, 5, 0],
		["when its visibility changed, of what belongs to no project", opened, loose, 3, 3],
	];
	test.each(rows)("%s", (_, access, what, changedAt, since) => {
		expect(readableSince(rights(access), item(what), changedAt)).toBe(since);
	});

	test("with the state after the change that opened it, not the one before", () => {
		expect([6, 7, 8].map((revision) => [knowsBefore(7, revision), knowsAfter(7, revision)])).toEqual([
			[false, false],
			[false, true],
			[true, true],
		]);
	});
});
