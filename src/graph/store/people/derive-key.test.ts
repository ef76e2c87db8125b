import { expect, test } from "vitest";
import { deriveKey } from "./passwords.ts";

const SALT = new Uint8Array(16);
const CHEAP = { log2N: 4, r: 8, p: 1 };

test("keys asked for together are those asked for one by one", async () => {
	const passwords = ["felt", "slates", "ridge", "gutter", "nails"];
	const together = await Promise.all(passwords.map((password) => deriveKey(password, SALT, CHEAP)));
	for (const [index, password] of passwords.entries()) {
		expect(await deriveKey(password, SALT, CHEAP)).toEqual(together[index]);
	}
});

test("a crowd is told to come back, and the door is open afterwards", async () => {
	const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => deriveKey("felt", SALT, CHEAP)));
	const refused = outcomes.filter(({ status }) => status === "rejected");
	expect(refused).toHaveLength(60 - 2 - 32);
	expect(refused[0]).toMatchObject({ reason: { code: "too_many_requests" } });
	await expect(deriveKey("felt", SALT, CHEAP)).resolves.toHaveLength(32);
});

test("one that fails gives up its turn", async () => {
	const impossible = { log2N: 30, r: 8, p: 1 };
	for (let count = 0; count < 3; count += 1) {
		await expect(deriveKey("felt", SALT, impossible)).rejects.toThrow();
	}
	await expect(deriveKey("felt", SALT, CHEAP)).resolves.toHaveLength(32);
});
