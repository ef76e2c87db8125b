import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./find-programs.mjs";
import { root, say } from "./project.mjs";

/**
 * Takes the picture of the README anew: `node scripts/take-screenshots.mjs`. The browser suite plays the scene, so the
 * picture cannot show what the suite does not see. With a folder as argument, pictures of every state go there instead.
 */
const [folder] = process.argv.slice(2);
const pictures = folder ?? mkdtempSync(join(tmpdir(), "skein-pictures-"));
const chromium = findChromium();
if (chromium === undefined) {
	say("no Chromium found. Install one (apt-get install chromium) or set CHROMIUM_PATH.");
	process.exit(1);
}

const scene = folder === undefined ? ["-t", "the picture of the README"] : [];
const command = ["node_modules/vitest/vitest.mjs", "run", "test/e2e/browser.test.ts", ...scene];
const env = { ...process.env, CHROMIUM_PATH: chromium, SKEIN_SCREENSHOTS: pictures };
const [code] = await once(spawn(process.execPath, command, { cwd: root, env, stdio: "inherit" }), "exit");
if (code === 0 && folder === undefined) {
	copyFileSync(join(pictures, "ask.png"), join(root, "docs/images/ask.png"));
	rmSync(pictures, { recursive: true });
	say("wrote docs/images/ask.png");
}
process.exitCode = code;
