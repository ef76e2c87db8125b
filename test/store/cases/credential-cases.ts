import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

const HOUR = 3600;

export function describeCredentials(bench: () => Workbench): void {
	const credentials = () => bench().graph.store.credentials;
	const owner = () => ({
		workspaceId: bench().workspaceId,
		accountId: bench().people.ada,
		mode: "write" as const,
	});

	test("[R13] a sign-in link lets one in, once, also when many use it at the same moment", async () => {
		const { token } = await credentials().create({ ...owner(), purpose: "sign_in", lifetimeSeconds: HOUR });
		const sessions = await Promise.all(
			Array.from({ length: 8 }, () => credentials().redeemSignIn(token, HOUR)),
		);
		const opened = sessions.filter((session) => session !== null);
		expect(opened).toHaveLength(1);
		expect(await credentials().redeemSignIn(token, HOUR)).toBeNull();
		expect(await credentials().verify(opened[0] ?? "", "session")).toEqual(bench().principal("ada"));
	});

	test("[R13] a secret serves its own purpose, until it ends", async () => {
		const signIn = await credentials().create({ ...owner(), purpose: "sign_in" });
		const session = await credentials().create({ ...owner(), purpose: "session", lifetimeSeconds: -1 });
		expect(await credentials().verify(signIn.token, "session")).toBeNull();
		expect(await credentials().verify(signIn.token, "token")).toBeNull();
		expect(await credentials().verify(session.token, "session")).toBeNull();
		expect(await credentials().redeemSignIn(session.token, HOUR)).toBeNull();
		const expired = await credentials().create({ ...owner(), purpose: "sign_in", lifetimeSeconds: -1 });
		expect(await credentials().redeemSignIn(expired.token, HOUR)).toBeNull();
	});

	test("[R13] a token speaks with what it was given, and no longer once it is revoked", async () => {
		const projectId = await bench().project();
		const { id, token } = await credentials().create({
			...owner(),
			purpose: "token",
			mode: "read",
			projectIds: [projectId],
		});
		const principal = await credentials().verify(token, "token");
		expect(principal).toEqual({
			...bench().principal("ada"),
			grant: { mode: "read", projectIds: [projectId] },
		});
		const wide = await credentials().create({ ...owner(), purpose: "token", mode: "write" });
		expect((await credentials().verify(wide.token, "token"))?.grant).toEqual({
			mode: "write",
			projectIds: null,
		});
		await credentials().revoke(bench().workspaceId, id);
		expect(await credentials().verify(token, "token")).toBeNull();
	});

	test("[R13] what is no secret of ours is refused, other spellings of one too", async () => {
		const { token } = await credentials().create({ ...owner(), purpose: "token" });
		const other = token.endsWith("A") ? "B" : "A";
		const forged = [
			"",
			"skein_",
			"nonsense",
			`${token}!`,
			`${token.slice(0, -1)}${other}`,
			`skein_ ${token.slice(6)}`,
		];
		for (const secret of forged) expect(await credentials().verify(secret, "token"), secret).toBeNull();
	});

	test("[R13] the secret itself is stored nowhere", async () => {
		const { token } = await credentials().create({ ...owner(), purpose: "token", name: "CI" });
		const [row] = await bench().db.query<{ line: string }>(
			"SELECT c::text AS line FROM credential c WHERE workspace_id = $1",
			[bench().workspaceId],
		);
		const secret = Buffer.from(token.slice("skein_".length), "base64url").subarray(16);
		expect(row?.line).toContain("CI");
		expect(row?.line).not.toContain(secret.toString("hex"));
		expect(row?.line).not.toContain(secret.toString("base64url"));
	});
}
