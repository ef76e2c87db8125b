import { expect, test } from "vitest";
import { makeTurnstile } from "./turnstile.ts";

test("[D6] of a burst one begins in each turn of the event loop, in the order in which they came", async () => {
	const pass = makeTurnstile();
	let turn = 0;
	const begun: (readonly [request: number, turn: number])[] = [];
	const count = (): void => {
		turn += 1;
		if (begun.length < 5) setImmediate(count);
	};
	setImmediate(count);
	await Promise.all(
		[0, 1, 2, 3, 4].map(async (request) => {
			await pass();
			begun.push([request, turn]);
		}),
	);
	expect(begun.map(([request]) => request)).toEqual([0, 1, 2, 3, 4]);
	expect(new Set(begun.map(([, at]) => at)).size).toBe(5);
	// A request at a quiet time does not wait.
	await pass();
});
