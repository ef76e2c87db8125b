import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { findChromium } from "./find-programs.mjs";
import { root, say } from "./project.mjs";

/**
 * Measures the built app in a browser and prints the figures as JSON: `node scripts/measure-app.mjs [FOLDER]`. Ten
 * thousand tasks and a project of two thousand linked nodes are written first; a named folder keeps them for the next
 * run. Frames are counted while the page is scrolled and dragged; on a busy machine they say more about the other work.
 */
const ROWS = 10_000;
const NODES = 2_000;
const EDGES = 4_000;
const BATCH = 1_000;
const HOME_LOADS = 5;

const [kept] = process.argv.slice(2);
const folder = kept ?? mkdtempSync(join(tmpdir(), "skein-measure-"));
const executablePath = findChromium();
if (executablePath === undefined) {
	say("no Chromium found. Install one (apt-get install chromium) or set CHROMIUM_PATH.");
	process.exit(1);
}

/** Creates two projects in the store of the folder. */
async function fillStore() {
	// Imported by address, so that types can be checked where nothing has been built yet.
	const { openSkein } = await import(new URL("../dist/open-skein.js", import.meta.url).href);
	const skein = await openSkein({ dataFolder: folder, embedder: null });
	const { id } = await skein.ensureWorkspace({ demo: false, today: "2026-11-15" });
	const { writer } = await skein.as(await skein.principal(id));
	const states = ["todo", "in_progress", "blocked", "done"];
	const task = (/** @type {string} */ project, /** @type {number} */ index) => ({
		id: idOf(index),
		kind: "task",
		title: `Task number ${index}`,
		project_id: project,
		state_key: states[index % states.length],
		props: { priority: 1 + (index % 5), due_at: `2027-0${1 + (index % 9)}-1${index % 9}` },
	});
	const project = (/** @type {number} */ index, /** @type {string} */ title) => ({
		op: "create",
		entity: { id: idOf(index), kind: "project", title },
	});
	const operations = [
		project(1, "Ten thousand rows"),
		project(2, "Two thousand nodes"),
		...Array.from({ length: ROWS }, (_, index) => ({ op: "create", entity: task(idOf(1), 1e6 + index) })),
		...Array.from({ length: NODES }, (_, index) => ({
			op: "create",
			entity: task(idOf(2), 2e6 + index),
		})),
		...Array.from({ length: EDGES }, (_, index) => ({
			op: "link",
			edge: {
				src_id: idOf(2e6 + ((index * 7919) % NODES)),
				rel: "depends_on",
				// Squared, so that a few nodes have many links and most have few.
				dst_id: idOf(2e6 + Math.floor(((index * 0.618034) % 1) ** 2 * NODES)),
			},
		})).filter(({ edge }) => edge.src_id !== edge.dst_id),
	];
	for (let start = 0; start < operations.length; start += BATCH) {
		await writer.commit(operations.slice(start, start + BATCH), "measure");
	}
	await skein.close();
}

const idOf = (/** @type {number} */ index) =>
	`0198a000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;

async function startServer() {
	const server = spawn(
		process.execPath,
		["bin/skein", "start", "--port", "0", "--data", folder, "--no-demo"],
		{
			cwd: root,
			env: { ...process.env, SKEIN_EMBEDDINGS: "off", NO_COLOR: "1" },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	for await (const line of createInterface({ input: server.stdout })) {
		const signIn = /sign in at (\S+)/.exec(line)?.[1];
		if (signIn !== undefined) return { server, signIn };
	}
	throw new Error("The server did not start.");
}

/**
 * What a page asks for before anything is lazy: its scripts and all that they import by name.
 * @param {readonly string[]} entries
 */
function measureScripts(entries) {
	const built = join(root, "dist/web");
	const manifest = JSON.parse(readFileSync(join(built, "manifest.json"), "utf8"));
	const files = new Set();
	const waiting = [...entries];
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (files.has(manifest[name].file)) continue;
		files.add(manifest[name].file);
		waiting.push(...(manifest[name].imports ?? []));
	}
	return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
}

/**
 * The time between frames while something is done.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<void>} work
 */
async function countFrames(page, work) {
	const counter = await page.evaluateHandle(() => {
		/** @type {number[]} */
		const times = [];
		let last = performance.now();
		let timer = requestAnimationFrame(tick);
		function tick() {
			const now = performance.now();
			times.push(now - last);
			last = now;
			timer = requestAnimationFrame(tick);
		}
		return { times, stop: () => cancelAnimationFrame(timer) };
	});
	await work();
	const frames = await counter.evaluate(({ times, stop }) => {
		stop();
		return times;
	});
	frames.sort((a, b) => a - b);
	const at = (/** @type {number} */ share) =>
		Math.round(frames[Math.min(frames.length - 1, Math.floor(share * frames.length))] ?? 0);
	return { frames: frames.length, p50_ms: at(0.5), p95_ms: at(0.95), longest_ms: at(1) };
}

/** @param {() => Promise<unknown>} work */
async function time(work) {
	const started = performance.now();
	await work();
	return Math.round(performance.now() - started);
}

/** @param {import("playwright-core").Page} page @param {string} origin */
async function measureHome(page, origin) {
	const times = [];
	for (let load = 0; load < HOME_LOADS; load += 1) {
		times.push(
			await time(async () => {
				await page.goto(origin);
				await page.getByRole("textbox", { name: "Question" }).fill("ready");
			}),
		);
	}
	return times.sort((a, b) => a - b)[Math.floor(HOME_LOADS / 2)];
}

/** @param {import("playwright-core").Page} page @param {string} origin */
async function measureTable(page, origin) {
	await page.goto(`${origin}/projects/${idOf(1)}/table?kind=task`);
	const all = await time(() =>
		page.getByText(`${ROWS.toLocaleString("en")} rows`, { exact: true }).waitFor({ timeout: 120_000 }),
	);
	const table = page.getByRole("region", { name: "Table of tasks" });
	await table.hover();
	const scrolled = await countFrames(page, async () => {
		for (let turn = 0; turn < 60; turn += 1) {
			await page.mouse.wheel(0, turn % 20 === 19 ? 40_000 : 500);
			await page.waitForTimeout(40);
		}
	});
	const filter = page.getByRole("searchbox", { name: "Filter the rows" });
	const filtered = await countFrames(page, () => filter.pressSequentially("number 77", { delay: 60 }));
	const sorted = await time(async () => {
		await filter.fill("");
		await table.getByRole("button", { name: "Title" }).click();
		await table
			.getByRole("columnheader", { name: "Title" })
			.and(page.locator("[aria-sort=ascending]"))
			.waitFor();
	});
	return { all_rows_ms: all, scrolled, filtered, sorted_ms: sorted };
}

/** @param {import("playwright-core").Page} page @param {string} origin */
async function measureGraph(page, origin) {
	await page.goto(`${origin}/projects/${idOf(2)}/graph`);
	await page.getByRole("button", { name: "Show everything" }).click();
	const drawn = await time(async () => {
		await page.getByText(/^2,001 nodes/).waitFor({ timeout: 120_000 });
		await page.locator("canvas").first().waitFor();
	});
	const placed = await countFrames(page, () => page.waitForTimeout(5000));
	const box = await page.locator("canvas").first().boundingBox();
	if (box === null) throw new Error("The graph is not drawn.");
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	const dragged = await countFrames(page, async () => {
		await page.mouse.move(x + 200, y + 120);
		await page.mouse.down();
		for (let step = 0; step < 60; step += 1) {
			await page.mouse.move(x + 200 - step * 4, y + 120 - step * 2);
			await page.waitForTimeout(16);
		}
		await page.mouse.up();
	});
	const zoomed = await countFrames(page, async () => {
		for (let step = 0; step < 30; step += 1) {
			await page.mouse.wheel(0, step < 15 ? -120 : 120);
			await page.waitForTimeout(40);
		}
	});
	return { drawn_ms: drawn, placed, dragged, zoomed };
}

if (!existsSync(join(folder, "database"))) await fillStore();
const { server, signIn } = await startServer();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
	const origin = new URL(signIn).origin;
	await page.goto(signIn);
	const figures = {
		first_scripts_bytes: measureScripts(["index.html", "src/chat/chat-page.tsx"]),
		home_usable_ms: await measureHome(page, origin),
		table: await measureTable(page, origin),
		graph: await measureGraph(page, origin),
	};
	process.stdout.write(`${JSON.stringify(figures, null, "\t")}\n`);
} finally {
	await browser.close();
	server.kill("SIGTERM");
	await once(server, "exit");
	if (kept === undefined) rmSync(folder, { recursive: true });
}
