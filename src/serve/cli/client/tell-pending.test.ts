import { expect, test } from "vitest";
import { describePending } from "./tell-pending.ts";

test("the work an import leaves is described with the time it takes and where to watch it", () => {
	expect(describePending({ pending: 949, secondsLeft: 540 }, true)).toBe(
		"Search by meaning is being prepared for 949 texts, about 9 minutes left; words and links are searched already. Watch: skein doctor",
	);
	expect(describePending({ pending: 1 }, true)).toBe(
		"Search by meaning is being prepared for 1 text; words and links are searched already. Watch: skein doctor",
	);
});

test("without a server nobody prepares it, and without a model the reason is given", () => {
	expect(describePending({ pending: 2 }, false)).toContain(
		"It is prepared while a server runs: skein start.",
	);
	expect(describePending({ pending: 2, trouble: "The provider is busy." }, true)).toBe(
		"Search by meaning waits with 2 texts; words and links are searched already. The provider is busy.",
	);
});
