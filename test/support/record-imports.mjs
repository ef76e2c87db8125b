import { appendFileSync } from "node:fs";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

/** Loaded with --import into a process under test: every module it loads is written down, a line each. */
if (isMainThread) register(import.meta.url);

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
	if (process.env.RECORD_IMPORTS_IN) appendFileSync(process.env.RECORD_IMPORTS_IN, `${url}\n`);
	return nextLoad(url, context);
}
