import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StoreLockedError } from "../../model/errors.ts";
import { locateCompiled } from "./locate-compiled.ts";
import { lockFolder } from "./lock-folder.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "skein-lock-"));
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
	await rm(folder, { recursive: true, force: true });
});

describe("[P8] one process per data folder", () => {
	test("a second process is refused and told the holder's pid", async () => {
		const holder = await startHolder();
		const refusal = await lockFolder(folder).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(StoreLockedError);
		expect(refusal).toMatchObject({ code: "store_locked", details: { folder, pid: holder.pid } });
	});

	test("the same process is refused too", async () => {
		const lock = await lockFolder(folder);
		await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid}`);
		await lock.release();
	});

	test("a released folder is free, and nothing is left behind", async () => {
		await (await lockFolder(folder)).release();
		expect(await readdir(join(folder, "lock"))).toEqual([]);
		await (await lockFolder(folder)).release();
	});

	test("a killed holder's folder is taken over at once", async () => {
		const holder = await startHolder();
		holder.kill("SIGKILL");
		await once(holder, "exit");
		const lock = await lockFolder(folder);
		expect(await readdir(join(folder, "lock"))).toHaveLength(1);
		await lock.release();
	});

	test("a stopped holder keeps the folder however old its heartbeat", async () => {
		const holder = await startHolder();
		holder.kill("SIGSTOP");
		const long = new Date(Date.now() - 3_600_000);
		for (const file of await readdir(join(folder, "lock")))
			await utimes(join(folder, "lock", file), long, long);
		await expect(lockFolder(folder)).rejects.toThrow(`process ${holder.pid}`);
	});

	test.skipIf(process.platform !== "linux")(
		"a pid that another process has since taken does not hold",
		async () => {
			const scope = await readOwnScope();
			await plantClaim({ pid: process.pid, startedAt: "1", scope, held: true }, new Date());
			await (await lockFolder(folder)).release();
		},
	);

	test("a claim from another machine or container holds while its heart beats", async () => {
		const claim = { pid: 4_000_000, startedAt: "1", scope: "elsewhere", held: true };
		await plantClaim(claim, new Date());
		await expect(lockFolder(folder)).rejects.toThrow("process 4000000");
		await plantClaim(claim, new Date(Date.now() - 120_000));
		await (await lockFolder(folder)).release();
	});

	test("a claim from a time that is yet to come holds nothing: the clock was set back since", async () => {
		const claim = { pid: 4_000_000, startedAt: "1", scope: "elsewhere", held: true };
		await plantClaim(claim, new Date(Date.now() + 3_600_000));
		await (await lockFolder(folder)).release();
	});

	test.each(["", "{", "\u0000\u0000\u0000"])(
		"what a power cut has left of a claim holds nothing (%#)",
		async (left) => {
			await mkdir(join(folder, "lock"), { recursive: true });
			await writeFile(join(folder, "lock", "planted.json"), left);
			await (await lockFolder(folder)).release();
		},
	);

	test("a holder whose claim is gone writes no more, also when the clock was set back", async () => {
		const lock = await lockFolder(folder);
		lock.assertHeld();
		await rm(join(folder, "lock"), { recursive: true });
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
		try {
			expect(() => lock.assertHeld()).toThrow("lost its hold");
		} finally {
			vi.useRealTimers();
			await lock.release();
		}
	});

	test("of many that start at the same moment exactly one holds", async () => {
		await plantClaim({ pid: 4_100_000, startedAt: "1", scope: await readOwnScope(), held: true }, new Date());
		const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
		expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
	});
});

async function plantClaim(claim: object, heartbeat: Date): Promise<void> {
	await mkdir(join(folder, "lock"), { recursive: true });
	const path = join(folder, "lock", "planted.json");
	await writeFile(path, JSON.stringify(claim));
	await utimes(path, heartbeat, heartbeat);
}

async function readOwnScope(): Promise<string> {
	const lock = await lockFolder(folder);
	const [file = ""] = await readdir(join(folder, "lock"));
	const claim = JSON.parse(await readFile(join(folder, "lock", file), "utf8")) as { scope: string };
	await lock.release();
	return claim.scope;
}

async function startHolder(): Promise<ChildProcess> {
	const program = `
		const { lockFolder } = await import(${JSON.stringify(locateCompiled("lock-folder", import.meta.url).href)});
		await lockFolder(${JSON.stringify(folder)});
		console.log("held");
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	children.push(child);
	await once(child.stdout, "data");
	return child;
}
