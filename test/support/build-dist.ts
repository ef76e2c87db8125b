import { prepare } from "../../scripts/prepare.mjs";

/** Worker threads start from dist (Node 20 runs no TypeScript): without this a suite would test yesterday's worker. */
export async function setup(): Promise<void> {
	await prepare(["server"]);
	await prepare(["web"]).catch((error: Error) => {
		console.error(`The browser app does not build, so suites that open it will fail: ${error.message}`);
	});
}
