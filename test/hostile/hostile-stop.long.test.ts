import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createCaller, type HttpCaller } from "../support/http-caller.ts";
import { prepareTestFolder } from "../support/open-test-database.ts";
import { type RunningSkein, startSkein } from "../support/run-skein.ts";

const LONG = 1_000_000;
const LONGEST_STOP = 10_000;
/** Each once took a reader seconds or forever. */
const TEXTS = ["漢 ", "- a\n", "[[", "` ", "@Name ", "ﷺ"].map((unit) => unit.repeat(LONG / unit.length));

let folder: string;
let server: RunningSkein | undefined;
afterEach(async () => {
	await server?.stop("SIGKILL");
	rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<HttpCaller> {
	server = await startSkein(["--data", folder, "--no-demo"]);
	const { url, token } = JSON.parse(readFileSync(join(folder, "server.json"), "utf8"));
	return createCaller(url, token);
}

/** The status of an answer, or none when the connection was closed before it came. */
const ask = (caller: HttpCaller, path: string, body?: unknown): Promise<Response | null> =>
	caller.call(path, body === undefined ? {} : { body }).catch(() => null);

test("[P19] asked to stop while texts of a megabyte are written and read, it ends in time and answers after a restart", {
	timeout: 60_000,
}, async () => {
	folder = await prepareTestFolder();
	const caller = await start();
	const written: string[] = [];
	const write = async (body: string): Promise<string | undefined> => {
		const answer = await ask(caller, "/api/entities", { kind: "document", title: "Hostile", body });
		if (answer?.status !== 201) return undefined;
		const { id } = (await answer.json().catch(() => ({}))) as { readonly id?: string };
		if (id !== undefined) written.push(id);
		return id;
	};
	const id = await write(TEXTS[0] as string);
	expect(id).toBeDefined();

	let answered = 0;
	const under = [
		...TEXTS.map(write),
		...TEXTS.flatMap((query) => [
			ask(caller, `/api/entities/${id}/mentions`),
			ask(caller, "/api/suggestions"),
			ask(caller, "/api/context", { query: query.slice(0, 4_000), focus: { id } }),
			ask(caller, "/api/onto/search", { query: query.slice(0, 200) }),
			ask(caller, `/api/entities/${id}/blocks`),
		]),
	].map((work) => work.finally(() => (answered += 1)));
	while (answered < 3) await new Promise((resolve) => setTimeout(resolve, 10));
	expect(answered).toBeLessThan(under.length);
	const { code, milliseconds } = await (server as RunningSkein).stop("SIGTERM");
	await Promise.allSettled(under);
	expect(code).toBe(0);
	expect(milliseconds).toBeLessThan(LONGEST_STOP);

	const again = await start();
	expect((await again.call("/api/ready")).status).toBe(200);
	expect((await again.call("/api/suggestions")).status).toBe(200);
	for (const each of written) expect((await again.call(`/api/entities/${each}`)).status).toBe(200);
});
