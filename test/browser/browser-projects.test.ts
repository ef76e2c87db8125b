/// <reference lib="dom" />
import { expect, test } from "vitest";
import { side } from "../support/browser-parts.ts";
import { describeInBrowser, expectNoOverflow, inspect, PHONE } from "../support/browser-stage.ts";

const PROJECT = "Heron 2 bridge gauge";
const TASK = "Re-cut the lid tool for the Lindqvist hinge";

describeInBrowser("projects, in a browser", (stage) => {
	const { find, visit } = stage;

	test("a project shows what needs somebody, and what is not linked can be linked there", async () => {
		const project = await find(PROJECT);
		await visit(
			async (page) => {
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
			},
			{ path: `/projects/${project.ref}` },
		);
	});

	test("cards of the board are moved by dragging and by their menu", async () => {
		const project = await find(PROJECT);
		await visit(
			async (page) => {
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
			},
			{ path: `/projects/${project.ref}/board` },
		);
	});

	test("the table sorts, filters and is edited in place", async () => {
		const project = await find(PROJECT);
		await visit(
			async (page) => {
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
				// Read as text, and a field as soon as the keyboard comes to it.
				await table.getByRole("button", { name: `Priority of ${TASK}: 1` }).focus();
				const priority = table.getByRole("spinbutton", { name: `Priority of ${TASK}` });
				expect(await priority.evaluate((field) => field === document.activeElement)).toBe(true);
				await priority.fill("2");
				await page.keyboard.press("Enter");
				await page.getByText("Priority changed.").waitFor();
				await page.getByRole("button", { name: "Undo", exact: true }).first().click();
				await page.getByText("Undone.").waitFor();
				await table
					.getByRole("button", { name: /^State: Blocked/ })
					.first()
					.hover();
				await table
					.getByRole("button", { name: /^State: Blocked/ })
					.first()
					.click();
				await page.getByRole("menuitemradio", { name: "In progress" }).waitFor();
				await inspect(page, "table-state");
			},
			{ path: `/projects/${project.ref}/table?kind=task` },
		);
	});

	test("[U8] the timeline and the graph show the project, and the graph has a table that says the same", async () => {
		const project = await find(PROJECT);
		await visit(
			async (page) => {
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
			},
			{ path: `/projects/${project.ref}/timeline` },
		);
	});

	test("on a phone, in the dark: one column, a bar below, sheets over it", async () => {
		const project = await find(PROJECT);
		await visit(
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
				await expectNoOverflow(page);
			},
			{ path: `/projects/${project.ref}/overview`, ...PHONE, colorScheme: "dark" },
		);
	});
});
