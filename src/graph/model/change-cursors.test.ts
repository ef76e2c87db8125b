import { expect, test } from "vitest";
import { ChangeCursors } from "./change-cursors.ts";

const secret = new Uint8Array(16).fill(7);
const ada = new ChangeCursors({ secret, accountId: "ada" });
const ben = new ChangeCursors({ secret, accountId: "ben" });

test("[R12] a place in the log comes back as it was given, and does not tell whether the log has moved", () => {
	for (const revision of [0, 1, 2, 255, 65_536, 2 ** 40]) {
		const [one, other] = [ada.seal(revision), ada.seal(revision)];
		expect(one).not.toBe(other);
		expect([ada.open(one), ada.open(other)]).toEqual([revision, revision]);
	}
	expect(ada.open("0")).toBe(0);
	expect(ada.seal(3, "change")).toBe(ada.seal(3, "change"));
	expect(ada.open(ada.seal(3, "change"))).toBe(3);
});

test("[R12] somebody else's is refused like one that was made up", () => {
	for (const cursor of [ben.seal(5), "5", "", "-1", "A".repeat(22), "A".repeat(23), `${ada.seal(5)}=`]) {
		expect(() => ada.open(cursor)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
	}
});
