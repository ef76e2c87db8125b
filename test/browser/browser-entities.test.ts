/// <reference lib="dom" />
import { expect, test } from "vitest";
import { side } from "../support/browser-parts.ts";
import { describeInBrowser, inspect, type Row } from "../support/browser-stage.ts";

const PROJECT = "Heron 2 bridge gauge";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const OTHER = "Write the spider-web filter";

/** A picture of one dot. */
const DOT =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describeInBrowser("entities, in a browser", (stage) => {
	const { call, find, visit } = stage;

	test("a click opens an entity in the side panel, with Ctrl on a page of its own", async () => {
		const task = await find(TASK);
		await visit(
			async (page) => {
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
			},
			{ path: "/" },
		);
		expect(task.state_key).toBe("blocked");
	});

	test("a field, a state and a title are edited in place, with a notice, and undone", async () => {
		const task = await find(TASK);
		await visit(
			async (page) => {
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
				await page.getByText(`Undone, for “${TASK}” alone.`).waitFor();
				await expect.poll(() => priority.inputValue()).toBe("1");
			},
			{ path: `/entities/${task.ref}` },
		);
	});

	test("[U6] undo takes back what its line says; the rest of a large change is a step of its own, and asks", async () => {
		const titles = ["Batch: first", "Batch: second", "Batch: third"];
		await call("/api/tools/write_entities", "POST", {
			entities: titles.map((title, index) => ({ as: `n${index}`, kind: "note", title })),
			links: [{ src_id: "$n0", rel: "relates_to", dst_id: "$n1" }],
		});
		const notes = await Promise.all(titles.map(find));
		const areThere = async () =>
			Promise.all(
				notes.map(async ({ id }) =>
					call<Row>(`/api/entities/${id}`).then(
						({ id: there }) => there === id,
						() => false,
					),
				),
			);
		await visit(
			async (page) => {
				const history = page.getByRole("region", { name: "History" });
				await history.getByRole("button", { name: /^Undo what .*: created it/ }).click();
				await page.getByText("Undone: “Batch: third” is in the trash.").waitFor();
				expect(await areThere()).toEqual([true, true, false]);
				await page.getByRole("button", { name: "Undo", exact: true }).first().click();
				await expect.poll(areThere).toEqual([true, true, true]);
			},
			{ path: `/entities/${notes[2]?.ref}`, expected: /404/ },
		);
		await visit(
			async (page) => {
				const history = page.getByRole("region", { name: "History" });
				await history.getByRole("button", { name: /^One of 4 changes made together/ }).click();
				const dialog = page.getByRole("dialog", { name: "Take back the whole change" });
				await dialog.getByText("Batch: second").waitFor();
				await inspect(page, "undo-whole-change");
				expect(await areThere()).toEqual([true, true, true]);
				await dialog.getByRole("button", { name: "Take back 4 things" }).click();
				await page.getByText("Undone: 3 things are in the trash.").waitFor();
				expect(await areThere()).toEqual([false, false, false]);
			},
			{ path: `/entities/${notes[0]?.ref}`, expected: /404/ },
		);
	});

	test("[U6] a change that another person saved first is shown next to one's own, and not overwritten", async () => {
		const task = await find(OTHER);
		await visit(
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
			{ path: `/entities/${task.ref}`, expected: /409/ },
		);
	});

	test("a text is written in Markdown with links by name, previewed and saved", async () => {
		const note = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Felt",
			body: "By the metre.",
		});
		await visit(
			async (page) => {
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
			},
			{ path: `/entities/${note.ref}` },
		);
	});

	test("links are added by typing a name and taken away again", async () => {
		const task = await find(TASK);
		await visit(
			async (page) => {
				const linked = page.getByRole("region", { name: "Linked entities" });
				await linked.getByRole("button", { name: "Add a link" }).click();
				await linked
					.getByRole("combobox", { name: "How it is linked" })
					.selectOption({ label: "Relates to" });
				await linked.getByRole("combobox", { name: "What to link" }).fill("Words of the tra");
				const option = page.getByRole("option", { name: /Words of the trade/ });
				await option.waitFor();
				await inspect(page, "add-link");
				await option.click();
				const group = linked.getByRole("region", { name: "Relates to" });
				await group.getByRole("link", { name: /Words of the trade/ }).waitFor();
				await group.getByRole("button", { name: "Unlink Words of the trade" }).click();
				await group.waitFor({ state: "detached" });
			},
			{ path: `/entities/${task.ref}` },
		);
	});

	test("a name without a link is found on both sides, linked by one press, and taken back", async () => {
		const named = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Brass bushing",
			body: "Turned.",
		});
		const naming = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Lathe hours",
			body: "Two hours for the Brass bushing.",
		});
		await visit(
			async (page) => {
				const mentions = page.getByRole("region", { name: "Unlinked mentions" });
				await mentions.getByRole("button", { name: "1 unlinked mention" }).click();
				await mentions.getByText("Two hours for the Brass bushing.").waitFor();
				await inspect(page, "mentions");
				await mentions.getByRole("button", { name: "Link Lathe hours" }).click();
				await page.getByText("“Brass bushing” is now a link.").waitFor();
				await mentions.waitFor({ state: "detached" });
				expect((await call<Row>(`/api/entities/${naming.id}`)).body).toBe(
					"Two hours for the [[Brass bushing]].",
				);
				await page.getByRole("button", { name: "Undo", exact: true }).first().click();
				await mentions.getByRole("button", { name: "1 unlinked mention" }).waitFor();
				expect((await call<Row>(`/api/entities/${naming.id}`)).body).toBe("Two hours for the Brass bushing.");
			},
			{ path: `/entities/${named.ref}` },
		);
	});

	test("a file is attached, a picture shows in the text that names it, and both are taken away", async () => {
		const note = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Dot",
			body: "It looks so: ![[dot.png]]",
		});
		await visit(
			async (page) => {
				const files = page.getByRole("region", { name: "Files" });
				await files.locator("input[type=file]").setInputFiles({
					name: "dot.png",
					mimeType: "image/png",
					buffer: Buffer.from(DOT, "base64"),
				});
				await page.getByText("dot.png is attached.").waitFor();
				await files.getByRole("link", { name: "dot.png" }).waitFor();
				const shown = page.getByRole("region", { name: "Text" }).getByRole("img", { name: "dot.png" });
				await expect.poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1);
				await inspect(page, "files");
				await files.getByRole("button", { name: "Take away dot.png" }).click();
				await shown.waitFor({ state: "detached" });
			},
			{ path: `/entities/${note.ref}` },
		);
	});

	test("what could be set right waits in the inbox: done, undone, or waved off", async () => {
		await call("/api/entities", "POST", { kind: "note", title: "Copper rivet", body: "Soft." });
		await visit(
			async (page) => {
				const alone = page.getByRole("region", { name: "Linked to nothing" });
				await alone.getByRole("button", { name: /^\+\d+ more$/ }).waitFor();
				await inspect(page, "inbox");
				await alone.getByRole("button", { name: /^\+\d+ more$/ }).click();
				const archive = alone.getByRole("button", { name: "Archive: Copper rivet" });
				await archive.click();
				await page.getByText("“Copper rivet” is archived.").waitFor();
				await archive.waitFor({ state: "detached" });
				await page.getByRole("button", { name: "Undo", exact: true }).first().click();
				await archive.waitFor();
				await alone.getByRole("button", { name: "Dismiss: Copper rivet" }).click();
				await archive.waitFor({ state: "detached" });
				await page.getByText("It will not be suggested again.").waitFor();
				await page.getByRole("button", { name: "Undo", exact: true }).first().click();
				await archive.waitFor();
			},
			{ path: "/inbox" },
		);
	});

	test("the palette goes, makes, sets states, searches and runs queries", async () => {
		const task = await find(TASK);
		await visit(
			async (page) => {
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
				await page.getByRole("searchbox").fill("salt sprya");
				await page.keyboard.press("Enter");
				const results = page.getByRole("region", { name: "Results" });
				await results.getByText("Showing results for salt spray").waitFor();
				await inspect(page, "search-corrected");
				await results.getByRole("link", { name: "salt sprya", exact: true }).click();
				await page.waitForURL(/exact=yes/);
				await results.getByText("Showing results for").waitFor({ state: "detached" });
				await page.goBack();
				await results.getByText("Showing results for salt spray").waitFor();

				await page.getByRole("region", { name: "Results" }).getByRole("link").first().press("?");
				await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
				await inspect(page, "shortcuts");
			},
			{ path: `/entities/${task.ref}` },
		);
	});

	test("a type is made, given a computed field that is tried out, and its rows are made", async () => {
		await visit(
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
			{ path: "/kinds", expected: /400/ },
		);
	});
});
