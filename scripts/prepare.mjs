import { pathToFileURL } from "node:url";
import { build, isBuilt, PARTS } from "./build.mjs";
import { holdLock } from "./hold-lock.mjs";
import { install, isInstalled } from "./install.mjs";

/**
 * Brings a checkout from whatever state it is in to one that runs: dependencies installed, dist built from
 * the present sources. Costs a few milliseconds when there is nothing to do.
 * @param {readonly import("./build.mjs").Part[]} [parts]
 */
export async function prepare(parts = PARTS) {
	const isReady = () => isInstalled({ dev: false }) && parts.every(isBuilt);
	if (isReady()) return;
	await holdLock(async () => {
		if (isReady()) return;
		if (!isInstalled({ dev: true })) await install();
		for (const part of parts) if (!isBuilt(part)) await build(part);
	});
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await prepare();
