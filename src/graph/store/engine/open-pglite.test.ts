import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { EngineTurns } from "./open-pglite.ts";

/** Work that reports when it begins and ends, and ends when the test says so. */
function makeWork(log: string[]) {
	return (name: string) => {
		let end = (): void => undefined;
		let fail = (): void => undefined;
		const ending = new Promise<void>((resolve, reject) => {
			end = resolve;
			fail = () => reject(new Error(name));
		});
		const work = async (): Promise<void> => {
			log.push(`${name} begins`);
			await ending.finally(() => log.push(`${name} ends`));
		};
		return { work, end: () => end(), fail: () => fail() };
	};
}

test("[G19] those that read begin together; whoever is to be alone waits for all before and holds back all behind", async () => {
	const log: string[] = [];
	const make = makeWork(log);
	const turns = new EngineTurns();
	const one = make("one");
	const two = make("two");
	const alone = make("alone");
	const three = make("three");
	const other = make("other");
	const all = [
		turns.beside(one.work),
		turns.beside(two.work),
		turns.alone(alone.work),
		turns.beside(three.work),
		turns.alone(other.work),
	];
	await wait(1);
	expect(log).toEqual(["one begins", "two begins"]);
	two.end();
	await wait(1);
	expect(log.at(-1)).toBe("two ends");
	one.end();
	await wait(1);
	expect(log.at(-1)).toBe("alone begins");
	alone.end();
	await wait(1);
	expect(log.at(-1)).toBe("three begins");
	three.end();
	other.end();
	await Promise.all(all);
	expect(log.slice(-3)).toEqual(["three ends", "other begins", "other ends"]);
});

test("[G19] a failure is its own: whoever waits behind it begins all the same", async () => {
	const log: string[] = [];
	const make = makeWork(log);
	const turns = new EngineTurns();
	const [read, write] = [make("read"), make("write")];
	const failed = [turns.beside(read.work), turns.alone(write.work)];
	const last = turns.beside(async () => "told");
	read.fail();
	write.fail();
	expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await last).toBe("told");
});
