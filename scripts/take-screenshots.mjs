import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./find-programs.mjs";
import { root, say } from "./project.mjs";

/**
 * Takes the pictures of the documentation again: `node scripts/take-screenshots.mjs`. The browser suites play the
 * scenes, so no picture can show something the suites do not see. With a folder as argument, pictures of every state go
 * there instead.
 */
const SCENES = [
	{ suite: "test/browser/browser-ask.test.ts", only: "the picture of the README", kept: ["ask"] },
	{ suite: "test/browser/browser-entities.test.ts", only: "", kept: ["entity", "palette", "inbox"] },
	{ suite: "test/browser/browser-chat-beside.test.ts", only: "it is asked there", kept: ["chat-beside"] },
	{
		suite: "test/browser/browser-projects.test.ts",
		only: "",
		kept: ["overview", "board", "graph", "phone-overview"],
	},
	{ suite: "test/browser/browser-ratings.test.ts", only: "", kept: ["quality"] },
	{ suite: "test/browser/browser-queries.test.ts", only: "light", kept: ["query-of-question-light"] },
	{ suite: "test/browser/browser-settings.test.ts", only: "a folder of notes", kept: ["import-plan"] },
];

const [folder] = process.argv.slice(2);
const pictures = folder ?? mkdtempSync(join(tmpdir(), "skein-pictures-"));
const chromium = findChromium();
if (chromium === undefined) {
	say("no Chromium found. Install one (apt-get install chromium) or set CHROMIUM_PATH.");
	process.exit(1);
}

const env = { ...process.env, CHROMIUM_PATH: chromium, SKEIN_SCREENSHOTS: pictures };
for (const { suite, only, kept } of SCENES) {
	const scene = folder === undefined && only !== "" ? ["-t", only] : [];
	const command = ["node_modules/vitest/vitest.mjs", "run", suite, ...scene];
	const [code] = await once(spawn(process.execPath, command, { cwd: root, env, stdio: "inherit" }), "exit");
	process.exitCode ||= code;
	if (code !== 0 || folder !== undefined) continue;
	for (const name of kept)
		copyFileSync(join(pictures, `${name}.png`), join(root, "docs/images", `${name}.png`));
	say(`wrote ${kept.map((name) => `docs/images/${name}.png`).join(", ")}`);
}
if (folder === undefined) rmSync(pictures, { recursive: true });
