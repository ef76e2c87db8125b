import { expect, test } from "vitest";
import { ImportTurns } from "./import-turns.ts";

/** Work that reports when it begins and goes on until the test ends it. */
function openStage() {
	const turns = new ImportTurns();
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const start = (accountId: string, name: string, signal = new AbortController().signal): Promise<string> =>
		turns.run({ accountId, signal }, () => {
			begun.push(name);
			return new Promise((resolve) => ends.set(name, () => resolve(name)));
		});
	const end = async (name: string): Promise<void> => {
		ends.get(name)?.();
		await new Promise(setImmediate);
	};
	return { begun, start, end };
}

test("[P23] one import of each person runs, and two at most; who starts many keeps nobody waiting", async () => {
	const { begun, start, end } = openStage();
	const running = [start("ada", "a1"), start("ada", "a2"), start("ada", "a3"), start("ben", "b1")];
	running.push(start("cy", "c1"));
	await new Promise(setImmediate);
	expect(begun).toEqual(["a1", "b1"]);
	await end("a1");
	expect(begun).toEqual(["a1", "b1", "a2"]);
	await end("b1");
	expect(begun).toEqual(["a1", "b1", "a2", "c1"]);
	for (const name of ["a2", "c1", "a3"]) await end(name);
	expect(await Promise.all(running)).toEqual(["a1", "a2", "a3", "b1", "c1"]);
});

test("[P23] one that fails or is stopped while it waits gives up its turn", async () => {
	const { begun, start, end } = openStage();
	const turns = new ImportTurns();
	const signal = new AbortController().signal;
	const fail = () => turns.run({ accountId: "ada", signal }, () => Promise.reject(new Error("broken")));
	await expect(fail()).rejects.toThrow("broken");
	await expect(fail()).rejects.toThrow("broken");

	const stop = new AbortController();
	const first = start("ada", "a1");
	const second = start("ada", "a2", stop.signal);
	const third = start("ada", "a3");
	stop.abort(new Error("stopped"));
	await expect(second).rejects.toThrow("stopped");
	await expect(start("ada", "a4", stop.signal)).rejects.toThrow("stopped");
	await end("a1");
	expect(begun).toEqual(["a1", "a3"]);
	await end("a3");
	await Promise.all([first, third]);
});
