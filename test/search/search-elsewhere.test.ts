import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSkein, type Skein } from "../../src/open-skein.ts";
import { createScratchUrl, skipReason, testDatabaseUrl } from "../support/scratch-postgres.ts";

const WRITER = fileURLToPath(new URL("../support/write-on-request.mjs", import.meta.url));
const WRITES = 50;

describe.skipIf(testDatabaseUrl === undefined)(`what another process writes${skipReason}`, () => {
	let scratch: Awaited<ReturnType<typeof createScratchUrl>>;
	let writer: ChildProcessWithoutNullStreams;
	let lines: AsyncIterableIterator<string>;
	let skein: Skein;

	beforeAll(async () => {
		scratch = await createScratchUrl();
		writer = spawn(process.execPath, [WRITER, scratch.url]);
		lines = createInterface({ input: writer.stdout })[Symbol.asyncIterator]();
		expect((await lines.next()).value).toBe("ready");
		skein = await openSkein({ databaseUrl: scratch.url, embedder: null });
	});
	afterAll(async () => {
		writer?.stdin.end();
		if (writer && writer.exitCode === null) await once(writer, "exit");
		await skein?.close();
		await scratch?.drop();
	});

	test("[S22] [P26] is found by the very next search here", async () => {
		const workspace = await skein.workspace();
		const principal = await skein.principal(workspace.id);
		const stale: string[] = [];
		for (let index = 0; index < WRITES; index += 1) {
			const title = `Quokka${index} ledger`;
			writer.stdin.write(`${title}\n`);
			expect((await lines.next()).value).toBe(title);
			const { results } = await (await skein.as(principal)).search({ query: title });
			if (results[0]?.title !== title) stale.push(title);
		}
		expect(stale).toEqual([]);
	});
});
