/// <reference lib="dom" />
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { chromiumPath, findBarriers, openBrowser, openPage } from "../support/open-browser.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const PROJECT = "Heron 2 bridge gauge";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const OTHER = "Write the spider-web filter";
const PHONE: BrowserContextOptions = {
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
};
/** Where to keep pictures of every page, to be looked at; none are taken without it. */
const pictures = process.env.SKEIN_SCREENSHOTS;

/** What the page asks for before anything is lazy: the first script and all it imports by name. */
function measureFirstScripts(folder: string): number {
	const [, entry = ""] =
		/src="\/assets\/([^"]+\.js)"/.exec(readFileSync(join(folder, "index.html"), "utf8")) ?? [];
	const sizes = new Map<string, number>();
	const waiting = [entry];
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		if (sizes.has(file)) continue;
		const text = readFileSync(join(folder, "assets", file), "utf8");
		sizes.set(file, gzipSync(text).length);
		for (const [, other = ""] of text.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) waiting.push(other);
	}
	return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

const title = chromiumPath
	? "the pages of the work, in a browser"
	: "the pages of the work, in a browser (skipped: CHROMIUM_PATH is not set; install Chromium or name one)";

describe.skipIf(chromiumPath === undefined)(title, () => {
	let browser: Browser;
	let served: ServedDemo;
	let cookie = "";

	beforeAll(async () => {
		[served, browser] = await Promise.all([serveDemo({ webFolder: join(root, "dist/web") }), openBrowser()]);
		cookie = await served.credential();
		if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
	});
	afterAll(async () => {
		await browser?.close();
		await served?.close();
	});

	/** Calls the API as the person who sits at the browser. */
	async function call<T>(path: string, method = "GET", body?: object): Promise<T> {
		const response = await fetch(served.url + path, {
			method,
			headers: { authorization: `Bearer ${cookie}`, "content-type": "application/json" },
			...(body && { body: JSON.stringify(body) }),
		});
		return (await response.json()) as T;
	}

	interface Row {
		readonly id: string;
		readonly ref: string;
		readonly title: string;
		readonly version: number;
		readonly state_key: string | null;
		readonly body: string;
	}

	async function find(name: string): Promise<Row> {
		const { entities } = await call<{ entities: Row[] }>(`/api/entities?q=${encodeURIComponent(name)}`);
		const found = entities.find((entity) => entity.title === name);
		if (found === undefined) throw new Error(`The demo has nothing called ${name}.`);
		return found;
	}

	/** Runs with a page of its own and checks, whatever it did, that it did nothing it should not. */
	async function visit(
		path: string,
		work: (page: Page) => Promise<void>,
		options: BrowserContextOptions & { readonly refused?: RegExp } = {},
	): Promise<void> {
		const { refused = /^$/, ...contextOptions } = options;
		const watched = await openPage(browser, served.url, contextOptions);
		try {
			await watched.page.goto(served.url + (await served.signInPath()));
			await watched.page.goto(served.url + path);
			await work(watched.page);
			expect(watched.errors.filter((error) => !refused.test(error))).toEqual([]);
			expect(watched.strays).toEqual([]);
		} finally {
			await watched.close();
		}
	}

	/** Nothing in the way of anyone, and a picture for whoever wants to look. */
	async function inspect(page: Page, name: string): Promise<void> {
		if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
		expect(await findBarriers(page)).toEqual([]);
	}

	const side = (page: Page) => page.getByRole("complementary", { name: "Entity" });

	test("a click opens an entity beside, with Ctrl on a page of its own", async () => {
		const task = await find(TASK);
		await visit("/", async (page) => {
			await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
			const link = page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: OTHER });
			await link.click();
			await side(page).getByRole("textbox", { name: "Title" }).waitFor();
			expect(new URL(page.url()).search).toMatch(/^\?beside=/);
			await inspect(page, "beside");
			const [opened] = await Promise.all([
				page.context().waitForEvent("page"),
				link.click({ modifiers: ["Control"] }),
			]);
			await opened.getByRole("article", { name: OTHER }).waitFor();
			expect(new URL(opened.url()).pathname).toMatch(/^\/entities\//);
			await opened.close();
			await side(page).getByRole("button", { name: "Close" }).click();
			await side(page).waitFor({ state: "detached" });
			expect(new URL(page.url()).search).toBe("");
		});
		expect(task.state_key).toBe("blocked");
	});

	test("a field, a state and a title are edited in place, told, and undone", async () => {
		const task = await find(TASK);
		await visit(`/entities/${task.ref}`, async (page) => {
			await page.getByRole("article", { name: TASK }).waitFor();
			await inspect(page, "entity");
			await page.getByRole("button", { name: /^State: Blocked/ }).click();
			await page.getByRole("menuitemradio", { name: "In progress" }).waitFor();
			await inspect(page, "state-menu");
			await page.getByRole("menuitemradio", { name: "In progress" }).click();
			await page.getByText(`“${TASK}”: In progress.`).waitFor();
			await expect.poll(async () => (await find(TASK)).state_key).toBe("in_progress");
			await page.getByRole("button", { name: "Undo", exact: true }).first().click();
			await expect.poll(async () => (await find(TASK)).state_key).toBe("blocked");

			const priority = page.getByRole("spinbutton", { name: `Priority of ${TASK}` });
			await priority.fill("3");
			await priority.press("Enter");
			await page.getByText("Priority changed.").waitFor();
			await page.getByRole("region", { name: "History" }).getByText("Priority: 1 → 3").waitFor();
			const history = page.getByRole("region", { name: "History" });
			await history
				.getByRole("button", { name: /^Undo what .* changed/ })
				.first()
				.click();
			await page.getByText("Undone.").first().waitFor();
			await expect.poll(() => priority.inputValue()).toBe("1");
		});
	});

	test("what somebody else saved meanwhile is shown beside one's own, and not overwritten", async () => {
		const task = await find(OTHER);
		await visit(
			`/entities/${task.ref}`,
			async (page) => {
				const name = page.getByRole("textbox", { name: "Title" });
				await name.waitFor();
				const { version } = await find(OTHER);
				await call(`/api/entities/${task.id}`, "PATCH", { version, title: "Theirs" });
				await name.fill("Mine");
				await name.press("Enter");
				const dialog = page.getByRole("dialog", { name: "Somebody changed this meanwhile" });
				await dialog.getByText("Theirs", { exact: true }).waitFor();
				await dialog.getByText("Mine", { exact: true }).waitFor();
				await inspect(page, "conflict");
				expect((await call<Row>(`/api/entities/${task.id}`)).title).toBe("Theirs");
				await dialog.getByRole("button", { name: "Write mine over it" }).click();
				await expect.poll(async () => (await call<Row>(`/api/entities/${task.id}`)).title).toBe("Mine");
				const now = await call<Row>(`/api/entities/${task.id}`);
				await call(`/api/entities/${task.id}`, "PATCH", { version: now.version, title: OTHER });
			},
			{ refused: /409/ },
		);
	});

	test("a text is written in Markdown with links by name, previewed and saved", async () => {
		const note = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Felt",
			body: "By the metre.",
		});
		await visit(`/entities/${note.ref}`, async (page) => {
			await page.getByRole("button", { name: "Edit the text" }).click();
			const editor = page.getByRole("textbox", { name: "Text of Felt" });
			await editor.waitFor();
			await page.keyboard.press("Control+End");
			await page.keyboard.type(" See [[Words of the tra");
			await page.getByRole("option", { name: /Words of the trade/ }).waitFor();
			await inspect(page, "editor");
			await page.keyboard.press("Enter");
			await page.getByRole("region", { name: "Preview" }).getByText("Words of the trade").waitFor();
			await page.keyboard.press("Control+s");
			await page.getByText("Text saved.").waitFor();
			expect((await call<Row>(`/api/entities/${note.id}`)).body).toBe(
				"By the metre. See [[Words of the trade]]",
			);
			await page
				.getByRole("region", { name: "Text" })
				.getByRole("link", { name: /Words of the trade/ })
				.waitFor();
			await page
				.getByRole("button", { name: /^Ask about this paragraph/ })
				.first()
				.focus();
			await page.keyboard.press("Enter");
			await page.getByRole("form", { name: "Ask" }).waitFor();
			expect(new URL(page.url()).searchParams.get("block")).not.toBeNull();
		});
	});

	test("links are added by typing a name and taken away again", async () => {
		const task = await find(TASK);
		await visit(`/entities/${task.ref}`, async (page) => {
			const linked = page.getByRole("region", { name: "Linked entities" });
			await linked.getByRole("button", { name: "Add a link" }).click();
			await linked.getByRole("combobox", { name: "How it is linked" }).selectOption({ label: "Relates to" });
			await linked.getByRole("combobox", { name: "What to link" }).fill("Words of the tra");
			const option = page.getByRole("option", { name: /Words of the trade/ });
			await option.waitFor();
			await inspect(page, "add-link");
			await option.click();
			const group = linked.getByRole("region", { name: "Relates to" });
			await group.getByRole("link", { name: /Words of the trade/ }).waitFor();
			await group.getByRole("button", { name: "Unlink Words of the trade" }).click();
			await group.waitFor({ state: "detached" });
		});
	});

	test("a project shows what needs somebody, and what is not linked can be linked there", async () => {
		const project = await find(PROJECT);
		await visit(`/projects/${project.ref}`, async (page) => {
			await page.getByRole("region", { name: "Blocked" }).getByRole("link", { name: TASK }).waitFor();
			await page.getByRole("region", { name: "Next step" }).waitFor();
			expect(new URL(page.url()).pathname).toBe(`/projects/${project.ref}/overview`);
			await inspect(page, "overview");
			const coverage = page.getByRole("region", { name: "Coverage" });
			const show = coverage.getByRole("button", { name: /^Show the \d+ not linked/ });
			const before = Number(/\d+/.exec((await show.textContent()) ?? "")?.[0]);
			await show.click();
			await coverage
				.getByRole("button", { name: /^Link .* to the project$/ })
				.first()
				.click();
			await coverage
				.getByRole("button", { name: `Hide the ${before - 1} not linked to the project` })
				.waitFor();
		});
	});

	test("cards of the board are moved by dragging and by their menu", async () => {
		const project = await find(PROJECT);
		await visit(`/projects/${project.ref}/board`, async (page) => {
			const column = (name: string) => page.getByRole("region", { name, exact: true });
			const card = column("Todo").getByRole("listitem").filter({ hasText: "Set the series price" });
			await card.waitFor();
			await inspect(page, "board");
			await card.dragTo(column("In progress"));
			const moved = column("In progress").getByRole("listitem").filter({ hasText: "Set the series price" });
			await moved.waitFor();
			await moved.getByRole("button", { name: /^State: In progress/ }).click();
			await page.getByRole("menuitemradio", { name: "Todo" }).click();
			await card.waitFor();
			await expect.poll(async () => (await find("Set the series price")).state_key).toBe("todo");
		});
	});

	test("the table sorts, filters and is edited in place", async () => {
		const project = await find(PROJECT);
		await visit(`/projects/${project.ref}/table?kind=task`, async (page) => {
			const table = page.getByRole("region", { name: "Table of tasks" });
			await table.getByRole("rowheader", { name: TASK }).waitFor();
			await inspect(page, "table");
			await table.getByRole("button", { name: "Title" }).click();
			await page.getByRole("searchbox", { name: "Filter the rows" }).fill("salt-spray");
			await page.getByText("1 row", { exact: true }).waitFor();
			await page.getByRole("searchbox", { name: "Filter the rows" }).fill("");
			await page.getByRole("combobox", { name: "State to show" }).selectOption("blocked");
			await page.getByText("4 rows", { exact: true }).waitFor();
			const titles = await table.getByRole("rowheader").allTextContents();
			expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b)));
			await table.getByRole("spinbutton", { name: `Priority of ${TASK}` }).fill("2");
			await page.keyboard.press("Enter");
			await page.getByText("Priority changed.").waitFor();
			await page.getByRole("button", { name: "Undo", exact: true }).first().click();
			await page.getByText("Undone.").waitFor();
		});
	});

	test("the timeline and the graph show the project, and the graph has a table that says the same", async () => {
		const project = await find(PROJECT);
		await visit(`/projects/${project.ref}/timeline`, async (page) => {
			await page.getByRole("list", { name: "Dates" }).getByRole("link", { name: TASK }).waitFor();
			await inspect(page, "timeline");
			await page.getByRole("link", { name: "Graph" }).click();
			const table = page.getByRole("region", { name: "The graph as a table" });
			await table.getByRole("rowheader", { name: PROJECT }).waitFor();
			await page.locator("canvas").first().waitFor();
			await inspect(page, "graph");
			const count = page.getByText(/^\d+ nodes, \d+ links$/);
			const before = await count.textContent();
			await page.getByRole("button", { name: "Types" }).click();
			await page.getByRole("menuitemcheckbox", { name: "Task" }).click();
			await page.keyboard.press("Escape");
			await expect.poll(() => count.textContent()).not.toBe(before);
			expect(await table.getByRole("rowheader", { name: TASK }).count()).toBe(0);
			await table.getByRole("button", { name: /^Expand Hinge change$/ }).click();
			await side(page).getByRole("textbox", { name: "Title" }).waitFor();
		});
	});

	test("the palette goes, makes, sets states, searches and runs queries", async () => {
		const task = await find(TASK);
		await visit(`/entities/${task.ref}`, async (page) => {
			await page.getByRole("article", { name: TASK }).waitFor();
			const palette = page.getByRole("dialog", { name: "Find or do" });
			await page.keyboard.press("Control+k");
			await palette.getByRole("option", { name: /^Ask about/ }).waitFor();
			await inspect(page, "palette");
			await page.keyboard.type("Heron 2 bridge");
			await palette.getByRole("option", { name: new RegExp(`Project: ${PROJECT}`) }).waitFor();
			await page.keyboard.press("Enter");
			await page.getByRole("article", { name: PROJECT }).waitFor();

			await page.keyboard.press("Control+k");
			await page.keyboard.type("Sand the lid");
			await palette.getByRole("option", { name: "Make “Sand the lid”" }).click();
			const dialog = page.getByRole("dialog", { name: "Make something new" });
			await dialog.getByRole("combobox", { name: "Type" }).selectOption("task");
			await inspect(page, "create");
			await dialog.getByRole("button", { name: "Make it" }).click();
			await side(page).getByRole("textbox", { name: "Title" }).waitFor();
			expect((await find("Sand the lid")).state_key).toBe("todo");

			await page.keyboard.press("Control+k");
			await page.keyboard.type("set state done");
			await palette.getByRole("option", { name: /^Set state: Done/ }).click();
			await expect.poll(async () => (await find("Sand the lid")).state_key).toBe("done");

			await page.keyboard.press("Control+k");
			await page.keyboard.type("SELECT t FROM task WHERE t.state = blocked");
			await palette.getByRole("option", { name: "Run the query" }).click();
			await page
				.getByRole("region", { name: "What the query finds" })
				.getByRole("link", { name: TASK })
				.waitFor();
			await inspect(page, "query");
			await page.getByRole("searchbox").fill("salt spray");
			await page.keyboard.press("Enter");
			await page.getByRole("region", { name: "Results" }).getByRole("link").first().waitFor();
			await inspect(page, "search");

			await page.getByRole("region", { name: "Results" }).getByRole("link").first().press("?");
			await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
			await inspect(page, "shortcuts");
		});
	});

	test("a type is made, given a computed field that is tried out, and its rows are made", async () => {
		await visit(
			"/kinds",
			async (page) => {
				await page.getByRole("button", { name: "New type" }).click();
				const dialog = page.getByRole("dialog", { name: "Make a type" });
				await dialog.getByRole("textbox", { name: "What one of them is called" }).fill("Supplier");
				await dialog.getByRole("button", { name: "Make it" }).click();
				await page.getByRole("button", { name: "Fields" }).click();
				await page.getByRole("button", { name: "Add a field" }).click();
				await page.getByRole("textbox", { name: "Name" }).fill("Open work");
				await page.getByRole("combobox", { name: "Holds" }).selectOption("computed");
				await page.getByRole("textbox", { name: "Query" }).fill("SELECT t FROM task WHERE t.state = blocked");
				await page.getByText(/^Finds \d+ rows/).waitFor();
				await inspect(page, "kind");
				await page.getByRole("textbox", { name: "Query" }).fill("SELECT t FROM nothing");
				await page.getByText("The query cannot be run yet").waitFor();
				await page.getByRole("textbox", { name: "Query" }).fill("SELECT t FROM task WHERE t.state = blocked");
				await page.getByText(/^Finds \d+ rows/).waitFor();
				await page.getByRole("button", { name: "Save the fields" }).click();
				await page.getByText("The fields were saved.").waitFor();
				await page.getByRole("button", { name: "New", exact: true }).click();
				await page.getByRole("textbox", { name: "Title" }).fill("Lindqvist");
				await page.getByRole("button", { name: "Make it" }).click();
				await side(page).getByRole("link", { name: TASK }).waitFor();
				await page.getByRole("button", { name: "Rows" }).click();
				await page.getByRole("rowheader", { name: "Lindqvist" }).waitFor();
			},
			{ refused: /400/ },
		);
	});

	test("settings: profile, people, groups, a token shown once, appearance", async () => {
		await visit("/settings", async (page) => {
			await page.getByRole("textbox", { name: "What you do" }).fill("Runs the company");
			await page.getByRole("button", { name: "Save", exact: true }).click();
			await page.getByText("Profile saved.").waitFor();
			await inspect(page, "profile");
			const settings = page.getByRole("navigation", { name: "Settings" });
			await settings.getByRole("link", { name: "People" }).click();
			await page.getByRole("textbox", { name: "E-mail address" }).fill("new@rillmark.example");
			await page.getByRole("button", { name: "Add", exact: true }).click();
			await page.getByText("new@rillmark.example", { exact: true }).waitFor();
			await page.getByRole("textbox", { name: "Name of a new group" }).fill("Field crew");
			await page.getByRole("button", { name: "Make a group" }).click();
			await page.getByRole("combobox", { name: "Put somebody into Field crew" }).waitFor();
			await inspect(page, "people");
			await settings.getByRole("link", { name: "Tokens" }).click();
			await page.getByRole("textbox", { name: "What it is for" }).fill("Nightly report");
			await page.getByRole("button", { name: "Make a token" }).click();
			await page.getByText(/^skein_/).waitFor();
			await inspect(page, "tokens");
			await page.getByRole("button", { name: "Revoke Nightly report" }).click();
			await page.getByText("The token has ended.").waitFor();
			await settings.getByRole("link", { name: "Models" }).click();
			await page.getByText("No model is configured.", { exact: false }).first().waitFor();
			await inspect(page, "models");
			await settings.getByRole("link", { name: "Appearance" }).click();
			await page.getByRole("radio", { name: "Dark" }).check();
			expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
			await inspect(page, "appearance-dark");
		});
	});

	test("notes are brought in: tried first, then written, with a report", async () => {
		const folder = mkdtempSync(join(tmpdir(), "skein-notes-"));
		writeFileSync(join(folder, "Sandpaper.md"), "Grain 240. See [[Glue]].\n");
		writeFileSync(join(folder, "Glue.md"), "Dries in an hour.\n");
		try {
			await visit("/settings/data", async (page) => {
				await page.getByRole("textbox", { name: "Where it lies on the server" }).fill(folder);
				await page.getByRole("button", { name: "Try it" }).click();
				const report = page.getByRole("region", { name: "Report" });
				await report.getByText("A trial: nothing was written.").waitFor();
				await inspect(page, "import");
				expect((await call<{ total: number }>("/api/entities?q=Sandpaper")).total).toBe(0);
				await report.getByRole("button", { name: "Bring it in" }).click();
				await report.getByText(/^Brought in within/).waitFor();
				await page.getByRole("link", { name: "Notes" }).click();
				await page
					.getByRole("link", { name: /Sandpaper/ })
					.first()
					.waitFor();
				await inspect(page, "notes");
			});
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	test("a short tour can be walked and left, and does not come back", async () => {
		await visit("/", async (page) => {
			const tour = page.getByRole("region", { name: "Tour" });
			await tour.getByText("1 of 4").waitFor();
			await tour.getByRole("button", { name: "Next" }).click();
			await tour.getByText("2 of 4").waitFor();
			await tour.getByRole("button", { name: "Leave the tour" }).click();
			await tour.waitFor({ state: "detached" });
			await page.reload();
			await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
			expect(await tour.count()).toBe(0);
		});
	});

	test("the first script is under 250 KB, and the first page can be used within a breath", async () => {
		const size = measureFirstScripts(join(root, "dist/web"));
		await visit("/", async (page) => {
			const started = Date.now();
			await page.goto(`${served.url}/notes`);
			await page.getByRole("heading", { name: "Notes" }).waitFor();
			await page
				.getByRole("link", { name: /Words of the trade/ })
				.first()
				.waitFor();
			const notes = Date.now() - started;
			const again = Date.now();
			await page.goto(served.url);
			await page.getByRole("form", { name: "Ask" }).getByRole("textbox").fill("ready");
			const home = Date.now() - again;
			console.log(`first script ${size} bytes gzipped; notes usable in ${notes} ms, home in ${home} ms`);
		});
		expect(size).toBeLessThan(250_000);
	});

	test("on a phone, in the dark: one column, a bar below, sheets over it", async () => {
		const project = await find(PROJECT);
		await visit(
			`/projects/${project.ref}/overview`,
			async (page) => {
				await page.getByRole("region", { name: "Blocked" }).getByRole("link", { name: TASK }).waitFor();
				await inspect(page, "phone-overview");
				await page.getByRole("region", { name: "Blocked" }).getByRole("link", { name: TASK }).click();
				const sheet = page.getByRole("dialog", { name: "Entity" });
				await sheet.getByRole("textbox", { name: "Title" }).waitFor();
				await inspect(page, "phone-entity");
				await sheet.getByRole("button", { name: "Close" }).click();
				await sheet.waitFor({ state: "detached" });
				await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Menu" }).click();
				await page.getByRole("dialog", { name: "Navigation" }).getByRole("link", { name: "Notes" }).click();
				await page.getByRole("heading", { name: "Notes" }).waitFor();
				await inspect(page, "phone-notes");
				const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
				expect(overflow).toBeLessThanOrEqual(0);
			},
			{ ...PHONE, colorScheme: "dark" },
		);
	});
});
