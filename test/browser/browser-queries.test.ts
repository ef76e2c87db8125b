import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { ask, composer, inspector, question } from "../support/browser-parts.ts";
import { describeInBrowser, expectNoOverflow, inspect, PHONE } from "../support/browser-stage.ts";
import { say } from "../support/model-script.ts";

const BLOCKERS = "What blocks the pilot build?";
const LATE = "Which tasks are overdue in Heron?";

const readAs = (page: Page) => inspector(page).getByRole("region", { name: "How the question was read" });
const saved = (page: Page) => page.getByRole("region", { name: "Saved queries" });

const LOOKS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
	["light", { colorScheme: "light" }],
	["dark", { colorScheme: "dark" }],
];

describeInBrowser("queries of questions, in a browser", (stage) => {
	beforeEach(() => stage.provider.answerWith(() => say("Five of them.")));

	test.each(LOOKS)(
		"[A19] [N28] the reading of a question is opened, saved and run again: %s",
		async (look, options) => {
			await stage.visit(async (page) => {
				await ask(page, LATE);
				const listed = await inspector(page)
					.getByRole("button", { name: /^Task: .* because overdue/ })
					.count();
				await readAs(page).getByText("As a query", { exact: true }).click();
				await inspect(page, `query-of-question-${look}`);
				await readAs(page).getByRole("button", { name: "Save" }).click();
				await page.getByRole("textbox", { name: "Name of the query" }).fill(`Late in Heron, ${look}`);
				await inspect(page, `query-save-${look}`);
				await page.keyboard.press("Enter");
				await page.getByText("Saved. It is listed").waitFor();
				await readAs(page).getByRole("link", { name: "Open as a query" }).click();
				await page.getByText(`Finds ${listed} rows`).waitFor();
				await inspect(page, `query-opened-${look}`);
				await page.goto(`${stage.served.url}/search`);
				await saved(page).getByText(`Late in Heron, ${look}`).waitFor();
				await inspect(page, `queries-${look}`);
				await saved(page).getByText(`Late in Heron, ${look}`).click();
				await page.getByText(`Finds ${listed} rows`).waitFor();
				await page.goto(`${stage.served.url}/search`);
				await saved(page)
					.getByRole("button", { name: `Remove Late in Heron, ${look}` })
					.click();
				await saved(page).waitFor({ state: "detached" });
			}, options);
		},
	);

	test("[N29] a part of the reading is dropped, another subject is taken, and it is read as before", async () => {
		await stage.visit(async (page) => {
			await ask(page, BLOCKERS);
			await inspect(page, "read-as");
			await readAs(page).getByRole("button", { name: "Read it without “blocked by”" }).click();
			await composer(page).getByText("read as you corrected it").waitFor();
			await expect.poll(() => readAs(page).textContent()).not.toContain("blocked by");
			await inspect(page, "read-corrected");
			await composer(page).getByRole("button", { name: "Read it as a question again" }).click();
			await readAs(page).getByText("blocked by, the whole chain").waitFor();
			await readAs(page)
				.getByRole("button", { name: /or “.*pilot/i })
				.first()
				.click();
			await composer(page).getByText("read as you corrected it").waitFor();
		});
	});

	test("[N22] before it is sent, a follow-up is read with what was said in the chat", async () => {
		stage.provider.answerWith(() => say("Because the pins cracked."));
		await stage.visit(async (page) => {
			await ask(page, "Why did we move the lid hinge from Varga Stampings to Lindqvist Marine?");
			await question(page).fill("And who decided it?");
			await page.getByRole("combobox", { name: "Turn to inspect" }).selectOption("");
			await readAs(page).getByText("decided by").first().waitFor();
		});
	});

	test("[U4] on a phone the reading, the query and what is saved fit", async () => {
		await stage.visit(async (page) => {
			await ask(page, LATE);
			await page
				.getByRole("button", { name: /What the model read|Context|tokens/ })
				.first()
				.click();
			const sheet = page.getByRole("region", { name: "How the question was read" });
			await sheet.getByText("As a query", { exact: true }).click();
			await inspect(page, "query-of-question-phone");
			await expectNoOverflow(page);
			await stage.call("/api/queries", "POST", {
				name: "Late",
				wql: "SELECT t FROM task WHERE t.due < today",
			});
			await page.goto(`${stage.served.url}/search`);
			await saved(page).getByText("Late", { exact: true }).waitFor();
			await inspect(page, "queries-phone");
			await expectNoOverflow(page);
		}, PHONE);
	});
});
