import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changesSchema } from "../../src/contract/change.ts";
import { entityPageSchema, entitySchema } from "../../src/contract/entity.ts";
import {
	groupSchema,
	groupsSchema,
	memberSchema,
	membersSchema,
	meSchema,
	projectRightsSchema,
	sharesSchema,
} from "../../src/contract/people.ts";
import { revokedSchema, tokenAnswerSchema, tokensSchema } from "../../src/contract/token.ts";
import { SERVER_SESSION } from "../../src/graph/store/people/credentials.ts";
import { type CallOptions, createCaller, expectProblem, type HttpCaller } from "../support/http-caller.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

const MAREN = "maren@rillmark.example";
const PRIYA = "priya@rillmark.example";
const SYLVIE = "sylvie@marchetti-advisers.example";
const HERON = "Heron 2 bridge gauge";
const KINGFISHER = "Kingfisher: buying Brannock Telemetry";
const ABSENT = "01900000-0000-7000-8000-000000000000";

let served: ServedDemo;
let owner: HttpCaller;
let priya: CallOptions;
let sylvie: CallOptions;
let ids: Readonly<Record<"heron" | "kingfisher" | "maren" | "priya" | "sylvie", string>>;

beforeAll(async () => {
	served = await serveDemo();
	owner = createCaller(served.url, await served.credential(MAREN));
	priya = { token: await served.credential(PRIYA) };
	sylvie = { token: await served.credential(SYLVIE) };
	const { skein, workspaceId } = served.demo;
	const { graph } = (await served.demo.as(MAREN)).reader;
	const accountOf = async (person: string) => (await skein.principal(workspaceId, person)).accountId;
	ids = {
		heron: graph.find(HERON)?.id ?? "",
		kingfisher: graph.find(KINGFISHER)?.id ?? "",
		maren: await accountOf(MAREN),
		priya: await accountOf(PRIYA),
		sylvie: await accountOf(SYLVIE),
	};
});
afterAll(() => served?.close());

const send = (method: string, path: string, body?: unknown, as: CallOptions = {}): Promise<Response> =>
	owner.call(path, { method, ...(body !== undefined && { body }), ...as });

describe("me", () => {
	test("a profile is changed key by key, and null removes one", async () => {
		const before = await owner.read(meSchema, "/api/me", priya);
		expect(before).toMatchObject({ email: PRIYA, role: "member", workspaces: [before.workspace] });
		const body = { display_name: "Priya R.", profile: { language: "da", about: null } };
		const after = await owner.read(meSchema, "/api/me", { method: "PATCH", body, ...priya });
		const { about: _, ...profile } = before.profile;
		expect(after).toEqual({ ...before, display_name: "Priya R.", profile: { ...profile, language: "da" } });
	});

	test.each([
		[{ profile: { time_zone: "Mars/Base" } }, "invalid_input"],
		[{ profile: { language: "not a language" } }, "invalid_input"],
		[{ profile: { shoe_size: "42" } }, "invalid_input"],
		[{ display_name: "  " }, "invalid_input"],
		[{ profile: { about: "x".repeat(4_001) } }, "too_large"],
		[{ password: "short" }, "invalid_password"],
	])("%j is refused and changes nothing", async (body, code) => {
		const before = await owner.read(meSchema, "/api/me");
		const status = code === "too_large" ? 413 : 400;
		await expectProblem(await send("PATCH", "/api/me", body), status, code);
		expect(await owner.read(meSchema, "/api/me")).toEqual(before);
	});

	test("[R15] a token does not speak for the person about themselves", async () => {
		const token = await served.credential(MAREN, { mode: "write" });
		await expectProblem(await send("PATCH", "/api/me", { display_name: "X" }, { token }), 403, "forbidden");
	});
});

describe("passwords", () => {
	const signIn = (email: string, password: string, headers = {}): Promise<Response> =>
		owner.call("/api/session", { body: { email, password }, token: null, headers });

	test("sign in, are changed only by a person who knows them, and a session ends when one signs out", async () => {
		await expectProblem(await signIn(MAREN, "felt and slates"), 401, "wrong_password");
		expect((await send("PATCH", "/api/me", { password: "felt and slates" })).status).toBe(200);
		const right = await signIn(MAREN.toUpperCase(), "felt and slates");
		expect(right.status).toBe(200);
		const cookie = right.headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(/^skein_session=[^;]+;.*HttpOnly.*SameSite=Strict/i);
		const headers = { cookie: cookie.split(";")[0] ?? "", origin: served.url };
		expect((await owner.read(meSchema, "/api/me", { token: null, headers })).email).toBe(MAREN);

		const another = { password: "slates and felt" };
		await expectProblem(await send("PATCH", "/api/me", another), 403, "forbidden");
		const known = { ...another, current_password: "felt and slates" };
		expect((await send("PATCH", "/api/me", known)).status).toBe(200);
		await expectProblem(await signIn(MAREN, "felt and slates"), 401, "wrong_password");

		// Sessions opened with the former password end; the one that changed it stays.
		await expectProblem(await owner.call("/api/me", { token: null, headers }), 401, "unauthenticated");
		expect((await owner.call("/api/me")).status).toBe(200);

		const last = await signIn(MAREN, "slates and felt");
		const session = {
			...{ cookie: (last.headers.get("set-cookie") ?? "").split(";")[0] ?? "", origin: served.url },
		};
		const signOut = { method: "DELETE", token: null, headers: session };
		expect((await owner.call("/api/session", signOut)).status).toBe(200);
		await expectProblem(
			await owner.call("/api/me", { token: null, headers: session }),
			401,
			"unauthenticated",
		);
	});

	test("[R13] a new password ends sessions in every workspace and links that were not used; tokens stay", async () => {
		const { credentials, passwords, workspaces } = served.demo.skein.graph.store;
		const { id: accountId } = await workspaces.ensureAccount({ email: "new@x.example", display_name: "New" });
		const elsewhere = await workspaces.create("Elsewhere");
		await workspaces.setMember(elsewhere.id, accountId, "member");
		const make = async (purpose: "session" | "sign_in" | "token", name = "") => {
			const owned = { workspaceId: elsewhere.id, accountId, mode: "write", name } as const;
			return (await credentials.create({ ...owned, purpose })).token;
		};
		const [session, link, token] = [await make("session"), await make("sign_in"), await make("token")];
		const [own, commands] = [await make("session"), await make("session", SERVER_SESSION)];
		await passwords.set(accountId, "ridge and gutter", own);
		expect(await credentials.verify(session, "session")).toBeNull();
		expect(await credentials.redeemSignIn(link, 60)).toBeNull();
		for (const kept of [own, commands, token])
			expect(await credentials.verify(kept, "session", "token")).toMatchObject({ accountId });
		await passwords.set(accountId, null);
	});

	test("an open browser is no place to guess its owner's password", async () => {
		const { passwords } = served.demo.skein.graph.store;
		const { id } = await owner.read(meSchema, "/api/me", priya);
		await passwords.set(id, "ridge and gutter");
		const token = await served.credential(PRIYA);
		const guess = { password: "slates and felt", current_password: "nails and gutter" };
		const statuses: number[] = [];
		for (let tries = 0; tries < 12; tries += 1) {
			statuses.push((await send("PATCH", "/api/me", guess, { token })).status);
		}
		expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 403));
		expect(statuses.slice(10)).toEqual([429, 429]);
		await passwords.set(id, null);
		priya = { token: await served.credential(PRIYA) };
	}, 60_000);

	test("a person without an account and one without a password get the same answer", async () => {
		const answers = [
			await signIn("nobody@rillmark.example", "felt and slates"),
			await signIn(PRIYA, "felt and slates"),
			await signIn("", ""),
		];
		const texts = await Promise.all(answers.map((answer) => expectProblem(answer, 401, "wrong_password")));
		expect(new Set(texts).size).toBe(1);
	});
});

describe("members", () => {
	test("are added, given another role and taken out, with all that was theirs alone", async () => {
		const body = { email: "Ib@Rillmark.example ", display_name: "Ib", role: "member" };
		const ib = await owner.read(memberSchema, "/api/members", { body });
		expect(ib).toMatchObject({ email: "ib@rillmark.example", display_name: "Ib", role: "member" });
		await expectProblem(await send("POST", "/api/members", body), 409, "member_exists");
		const token = await served.credential(ib.email ?? "");
		await owner.call("/api/chats", { body: {}, token });
		await owner.call("/api/entities", { body: { kind: "note", title: "Ib's" }, token });
		const changed = await owner.read(memberSchema, `/api/members/${ib.id}`, {
			method: "PATCH",
			body: { role: "guest" },
		});
		expect(changed.role).toBe("guest");
		await owner.read(memberSchema, `/api/members/${ib.id}`, { method: "DELETE" });
		await expectProblem(await owner.call("/api/me", { token }), 401, "unauthenticated");
		const { members } = await owner.read(membersSchema, "/api/members");
		expect(members.map(({ id }) => id)).not.toContain(ib.id);
		const page = await owner.read(entityPageSchema, "/api/entities?q=Ib%27s");
		expect(page.total).toBe(1);
	});

	test("[R1] only owners and admins manage, and only owners manage owners", async () => {
		const admin = await owner.read(memberSchema, "/api/members", {
			body: { email: "a@x.example", role: "admin" },
		});
		const as = { token: await served.credential(admin.email ?? "") };
		await expectProblem(
			await send("POST", "/api/members", { email: "b@x.example" }, priya),
			403,
			"forbidden",
		);
		await expectProblem(
			await send("POST", "/api/members", { email: "b@x.example", role: "owner" }, as),
			403,
			"forbidden",
		);
		await expectProblem(
			await send("PATCH", `/api/members/${ids.maren}`, { role: "guest" }, as),
			403,
			"forbidden",
		);
		await expectProblem(
			await send("PATCH", `/api/members/${admin.id}`, { role: "owner" }, as),
			403,
			"forbidden",
		);
		await expectProblem(await send("DELETE", `/api/members/${ids.maren}`, undefined, as), 403, "forbidden");
		expect((await send("POST", "/api/members", { email: "b@x.example" }, as)).status).toBe(201);
		expect((await send("DELETE", `/api/members/${admin.id}`, undefined, as)).status).toBe(200);
	});

	test("[R15] a workspace keeps an owner", async () => {
		await expectProblem(
			await send("PATCH", `/api/members/${ids.maren}`, { role: "admin" }),
			409,
			"last_owner",
		);
		await expectProblem(await send("DELETE", `/api/members/${ids.maren}`), 409, "last_owner");
	});

	test("a guest sees those they share a project with, and a token manages nobody", async () => {
		const all = await owner.read(membersSchema, "/api/members");
		const seen = await owner.read(membersSchema, "/api/members", sylvie);
		expect(seen.members.length).toBeLessThan(all.members.length);
		expect(seen.members.map(({ id }) => id)).toContain(ids.sylvie);
		const token = await served.credential(MAREN, { mode: "write" });
		await expectProblem(
			await send("POST", "/api/members", { email: "c@x.example" }, { token }),
			403,
			"forbidden",
		);
		const bound = await served.credential(MAREN, { mode: "read", projectIds: [ids.heron] });
		const throughHeron = await owner.read(membersSchema, "/api/members", { token: bound });
		expect(throughHeron.members.length).toBeLessThan(all.members.length);
	});

	test("a person who is not there, or not named by an id, is not found", async () => {
		for (const id of [ABSENT, "x", ids.heron]) {
			await expectProblem(await send("PATCH", `/api/members/${id}`, { role: "guest" }), 404, "not_found");
			await expectProblem(await send("DELETE", `/api/members/${id}`), 404, "not_found");
		}
	});
});

describe("projects", () => {
	const path = (): string => `/api/projects/${ids.kingfisher}/members`;

	test("[R2] [R11] letting somebody in and out holds from the next read on", async () => {
		const entity = `/api/entities/${ids.kingfisher}`;
		await expectProblem(await owner.call(entity, priya), 404, "not_found");
		await expectProblem(await owner.call(path(), priya), 404, "not_found");
		const body = { account_id: ids.priya, role: "viewer" };
		const rights = await owner.read(projectRightsSchema, path(), { body });
		expect(rights.members.find(({ id }) => id === ids.priya)?.role).toBe("viewer");
		expect((await owner.call(entity, priya)).status).toBe(200);
		await expectProblem(await send("POST", path(), { ...body, role: "admin" }, priya), 403, "forbidden");
		await owner.read(projectRightsSchema, `${path()}/${ids.priya}`, { method: "DELETE" });
		await expectProblem(await owner.call(entity, priya), 404, "not_found");
	});

	test("[R15] are opened and closed, and keep an admin", async () => {
		const made = { kind: "project", title: "Closed one" };
		const project = await owner.read(entitySchema, "/api/entities", { body: made });
		const members = `/api/projects/${project.ref}/members`;
		expect((await owner.read(projectRightsSchema, members)).visibility).toBe("workspace");
		expect((await owner.call(`/api/entities/${project.id}`, priya)).status).toBe(200);
		await owner.read(projectRightsSchema, members, { method: "PATCH", body: { visibility: "private" } });
		await expectProblem(await owner.call(`/api/entities/${project.id}`, priya), 404, "not_found");
		await expectProblem(await send("DELETE", `${members}/${ids.maren}`), 409, "last_admin");
		await expectProblem(await send("DELETE", `${members}/${ids.priya}`), 404, "not_found");
		await expectProblem(
			await send("POST", members, { account_id: ABSENT, role: "viewer" }),
			404,
			"not_found",
		);
	});

	test("managing the workspace opens no closed project", async () => {
		const body = { email: "curious@x.example", role: "admin" };
		const admin = await owner.read(memberSchema, "/api/members", { body });
		const as = { token: await served.credential(admin.email ?? "") };
		const enter = { account_id: admin.id, role: "viewer" };
		await expectProblem(await send("POST", path(), enter, as), 404, "not_found");
		await owner.read(memberSchema, `/api/members/${admin.id}`, { method: "DELETE" });
	});
});

describe("sharing", () => {
	test("[R3] [R9] with a person or a group, by the owner alone, while the entity is restricted", async () => {
		const draft = { kind: "note", title: "Salaries", visibility: "restricted" };
		const note = await owner.read(entitySchema, "/api/entities", { body: draft });
		const [entity, shares] = [`/api/entities/${note.ref}`, `/api/entities/${note.ref}/shares`];
		await expectProblem(await owner.call(entity, priya), 404, "not_found");
		await expectProblem(await owner.call(shares, priya), 404, "not_found");
		const put = (list: unknown): CallOptions => ({ method: "PUT", body: { shares: list } });
		await owner.read(sharesSchema, shares, put([{ grantee_id: ids.priya, level: "read" }]));
		expect((await owner.call(entity, priya)).status).toBe(200);
		await expectProblem(await owner.call(shares, priya), 403, "forbidden");
		const { changes } = await owner.read(changesSchema, `/api/changes?entity_id=${note.id}`, priya);
		expect(changes).toHaveLength(1);

		const group = await owner.read(groupSchema, "/api/groups", { body: { name: "Board" } });
		await owner.read(groupSchema, `/api/groups/${group.id}/members/${ids.sylvie}`, { method: "PUT" });
		const shared = await owner.read(sharesSchema, shares, put([{ grantee_id: group.id, level: "write" }]));
		expect(shared.shares).toEqual([{ grantee_id: group.id, level: "write" }]);
		await expectProblem(await owner.call(entity, priya), 404, "not_found");
		expect((await owner.call(entity, sylvie)).status).toBe(200);
		await owner.read(groupSchema, `/api/groups/${group.id}/members/${ids.sylvie}`, { method: "DELETE" });
		await expectProblem(await owner.call(entity, sylvie), 404, "not_found");
		await owner.read(groupSchema, `/api/groups/${group.id}`, { method: "DELETE" });
		expect((await owner.read(sharesSchema, shares)).shares).toEqual([]);
		const unknown = await owner.call(shares, put([{ grantee_id: ABSENT, level: "read" }]));
		await expectProblem(unknown, 404, "not_found");
	});

	test("guests see no groups, and members make none", async () => {
		expect((await owner.read(groupsSchema, "/api/groups", sylvie)).groups).toEqual([]);
		await expectProblem(await send("POST", "/api/groups", { name: "Mine" }, priya), 403, "forbidden");
	});
});

describe("tokens", () => {
	test("[R13] are listed without their secrets, last as long as was asked, and end when they are revoked", async () => {
		const body = { name: "nightly", mode: "write", project_ids: [HERON], days: 2 };
		const { id, token } = await owner.read(tokenAnswerSchema, "/api/tokens", { body });
		const { tokens } = await owner.read(tokensSchema, "/api/tokens");
		const listed = tokens.find((candidate) => candidate.id === id);
		expect(listed).toMatchObject({ name: "nightly", mode: "write", project_ids: [ids.heron] });
		expect(Date.parse(listed?.expires_at ?? "") - Date.parse(listed?.created_at ?? "")).toBe(2 * 86_400_000);
		expect(JSON.stringify(tokens)).not.toContain(token);
		await expectProblem(await owner.call("/api/tokens", { token }), 403, "forbidden");
		await expectProblem(await send("DELETE", `/api/tokens/${id}`, undefined, priya), 404, "not_found");
		expect((await owner.call("/api/me", { token })).status).toBe(200);
		await owner.read(revokedSchema, `/api/tokens/${id}`, { method: "DELETE" });
		await expectProblem(await owner.call("/api/me", { token }), 401, "unauthenticated");
	});
});

describe("another workspace", () => {
	test("[R1] is reached by naming it, by its members only, and by no token", async () => {
		const { workspaces } = served.demo.skein.graph.store;
		const other = await workspaces.create("Elsewhere");
		await workspaces.setMember(other.id, ids.priya, "owner");
		const headers = { "skein-workspace": other.id };
		const there = await owner.read(meSchema, "/api/me", { ...priya, headers });
		expect(there).toMatchObject({ role: "owner", workspace: { name: "Elsewhere" } });
		expect(there.workspaces).toHaveLength(2);
		expect((await owner.read(entityPageSchema, "/api/entities", { ...priya, headers })).total).toBe(0);
		const foreign = await expectProblem(await owner.call("/api/me", { headers }), 404, "not_found");
		for (const name of [ABSENT, "x", ""]) {
			const absent = await owner.call("/api/me", { headers: { "skein-workspace": name } });
			if (name !== "") expect(await expectProblem(absent, 404, "not_found")).toBe(foreign);
		}
		const token = await served.credential(PRIYA, { mode: "read" });
		const narrowed = await owner.read(meSchema, "/api/me", { token, headers });
		expect(narrowed.workspaces).toEqual([narrowed.workspace]);
		expect(narrowed.workspace.name).toBe("Rillmark Instruments");
	});
});
