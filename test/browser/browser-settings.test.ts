/// <reference lib="dom" />
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import { Conversations } from "../../src/chat/conversations.ts";
import { ModelCatalog } from "../../src/chat/models/model-catalog.ts";
import { createApp } from "../../src/serve/http/create-app.ts";
import { serveHttp } from "../../src/serve/http/serve-http.ts";
import { describeInBrowser, inspect } from "../support/browser-stage.ts";

describeInBrowser("settings, in a browser", (stage) => {
	const { call, visit } = stage;

	test("profile, people, groups, and a token that is shown once", async () => {
		await visit(
			async (page) => {
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
			},
			{ path: "/settings" },
		);
	});

	test("models, how far the indexes are, export and appearance", async () => {
		await visit(
			async (page) => {
				const settings = page.getByRole("navigation", { name: "Settings" });
				await page.getByRole("list", { name: "Models" }).getByText("answers").waitFor();
				await inspect(page, "models");
				await settings.getByRole("link", { name: "Search" }).click();
				await page
					.getByText(/^100 % of \d+ entities/)
					.first()
					.waitFor();
				await inspect(page, "search-settings");
				await settings.getByRole("link", { name: "Export" }).click();
				await page.getByRole("checkbox", { name: "Every change that was made" }).check();
				const lines = page.getByRole("link", { name: "Lines of JSON" });
				expect(await lines.getAttribute("href")).toBe("/api/export?format=jsonl&include=history");
				const [download] = await Promise.all([page.waitForEvent("download"), lines.click()]);
				expect(download.suggestedFilename()).toBe("skein.jsonl");
				await inspect(page, "export");
				await settings.getByRole("link", { name: "Appearance" }).click();
				await page.getByRole("radio", { name: "Dark" }).check();
				expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
				await inspect(page, "appearance-dark");
			},
			{ path: "/settings/models" },
		);
	});

	/** A server whose models can be changed, as one has them that was started. */
	async function serveCatalog() {
		const { graph } = stage.served.demo.skein;
		const environment = { ANTHROPIC_API_KEY: "secret", ANTHROPIC_BASE_URL: stage.provider.url };
		const conversations = new Conversations({ graph, models: await ModelCatalog.open({ environment }) });
		const webFolder = join(root, "dist/web");
		return serveHttp(createApp({ graph, conversations, version: "0.0.0-test", webFolder }), {
			host: "127.0.0.1",
			port: 0,
		});
	}

	test("a model is added with its key, which is not shown again, can be asked by name, and is removed", async () => {
		const server = await serveCatalog();
		try {
			await visit(
				async (page) => {
					const models = page.getByRole("list", { name: "Models" });
					await page.getByRole("combobox", { name: "Who offers it" }).selectOption("openai");
					await page.getByRole("textbox", { name: "Its name there" }).fill("gpt-5-mini");
					await page.getByLabel("Key", { exact: true }).fill("sk-not-to-be-seen");
					await page.getByRole("button", { name: "Add", exact: true }).click();
					await models.getByText("openai:gpt-5-mini").waitFor();
					await models.getByText("fallback").waitFor();
					const told = await page.evaluate(async () => (await fetch("/api/models")).text());
					expect(told).toContain("gpt-5-mini");
					expect(told + (await page.content())).not.toContain("sk-not-to-be-seen");
					await inspect(page, "models-added");
					await page.getByRole("button", { name: "New question" }).first().click();
					await page.getByRole("combobox", { name: "Model to ask" }).selectOption({ label: "gpt-5-mini" });
					await inspect(page, "model-choice");
					await page.goBack();
					await page.getByRole("button", { name: "Remove openai:gpt-5-mini" }).click();
					await models.getByText("openai:gpt-5-mini").waitFor({ state: "detached" });
				},
				{ path: "/settings/models", url: server.url },
			);
		} finally {
			await server.close();
		}
	});

	/** The notes of somebody who comes from elsewhere. */
	async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
		const folder = mkdtempSync(join(tmpdir(), "skein-notes-"));
		mkdirSync(join(folder, "Workshop"));
		writeFileSync(
			join(folder, "Workshop", "Sandpaper.md"),
			"Grain 240. See [[Glue]] and ![[missing.png]].\n",
		);
		writeFileSync(join(folder, "Workshop", "Glue.md"), "Dries in an hour.\n");
		try {
			await work(join(folder, "Workshop"));
		} finally {
			rmSync(folder, { recursive: true });
		}
	}

	test("[U7] a folder of notes is chosen in the browser, tried first, then written, with a report", () =>
		withFolder((folder) =>
			visit(
				async (page) => {
					await inspect(page, "import");
					await page.locator("input[data-picks=folder]").setInputFiles(folder);
					await page.getByText("Workshop.zip").waitFor();
					await page.getByRole("combobox", { name: "What it is" }).selectOption("obsidian");
					await page.getByRole("button", { name: "See what would come of it" }).click();
					const report = page.getByRole("region", { name: "Report" });
					await report.getByText("A trial: nothing was written.").waitFor();
					await report.getByText("Sandpaper", { exact: true }).waitFor();
					await inspect(page, "import-plan");
					expect((await call<{ total: number }>("/api/entities?q=Sandpaper")).total).toBe(0);
					await report.getByRole("button", { name: "Bring it in" }).click();
					await report.getByText(/^Brought in within/).waitFor();
					await inspect(page, "import-report");
					await report.getByRole("link", { name: "Look at the notes" }).click();
					await page
						.getByRole("link", { name: /Sandpaper/ })
						.first()
						.waitFor();
					await inspect(page, "notes");
				},
				{ path: "/settings/import" },
			),
		));

	test("[U7] what becomes of the columns of a table is shown, changed, looked at again and kept by name", async () => {
		const table = "Task,Deadline,Colour\nPlane the oak,2026-04-01,red\nOil the pine,2026-05-01,blue\n";
		const choose = async (page: Page): Promise<Locator> => {
			const files = [{ name: "Bench work.csv", mimeType: "text/csv", buffer: Buffer.from(table) }];
			await page.locator("input[data-picks=files]").setInputFiles(files);
			await page.getByRole("combobox", { name: "What it is" }).selectOption("csv");
			await page.getByRole("button", { name: "See what would come of it" }).click();
			const report = page.getByRole("region", { name: "Report" });
			await report.getByText("Plane the oak", { exact: true }).waitFor();
			return report;
		};
		await visit(
			async (page) => {
				const report = await choose(page);
				const deadline = report.getByRole("combobox", { name: "Deadline" });
				expect(await deadline.inputValue()).toBe("field date deadline");
				await inspect(page, "import-columns");
				await report.getByRole("combobox", { name: "Each row becomes" }).selectOption("task");
				await deadline.selectOption("field date due_at");
				await report.getByRole("combobox", { name: "Colour" }).selectOption("ignore");
				expect(await report.getByRole("button", { name: "Bring it in" }).count()).toBe(0);
				await report.getByRole("textbox", { name: "Save these columns as" }).fill("From the workshop");
				await report.getByRole("button", { name: "Save", exact: true }).click();
				await report.getByText("Saved as From the workshop.").waitFor();
				await report.getByRole("button", { name: "See what would come of it now" }).click();
				await report.getByRole("button", { name: "Bring it in" }).click();
				await report.getByText(/^Brought in within/).waitFor();
				const { entities } = await call<{ entities: { kind: string; props: object }[] }>(
					"/api/entities?q=Plane%20the%20oak",
				);
				expect(entities).toMatchObject([{ kind: "task", props: { due_at: "2026-04-01" } }]);
				expect(entities[0]?.props).not.toHaveProperty("colour");

				await report.getByRole("button", { name: "Choose something else" }).click();
				const earlier = page.getByRole("region", { name: "Earlier imports" });
				await earlier.getByText("2 things made").first().waitFor();
				await inspect(page, "import-earlier");
				const again = await choose(page);
				await again
					.getByRole("combobox", { name: "As it was done before" })
					.selectOption("From the workshop");
				expect(await again.getByRole("combobox", { name: "Deadline" }).inputValue()).toBe(
					"field date due_at",
				);
				expect(await again.getByRole("combobox", { name: "Colour" }).inputValue()).toBe("ignore");
			},
			{ path: "/settings/import" },
		);
	});

	test("only the operator may import from the server's disk: the refusal is shown, and nothing is lost", async () => {
		await visit(
			async (page) => {
				await page.getByText("It is on the machine that runs Skein").click();
				const path = page.getByRole("textbox", { name: "Its path on the server" });
				await path.fill("/somewhere/else");
				await page.getByRole("button", { name: "See what would come of it" }).click();
				await page.getByRole("alert").getByText("Only the operator of the server").waitFor();
				expect(await path.inputValue()).toBe("/somewhere/else");
				await inspect(page, "import-failed");
			},
			{ path: "/settings/import", expected: /403/ },
		);
	});

	test("a short tour can be walked and left, and does not come back", async () => {
		await visit(
			async (page) => {
				const tour = page.getByRole("region", { name: "Tour" });
				await tour.getByText("1 of 4").waitFor();
				await tour.getByRole("button", { name: "Next" }).click();
				await tour.getByText("2 of 4").waitFor();
				await tour.getByRole("button", { name: "Leave the tour" }).click();
				await tour.waitFor({ state: "detached" });
				await page.reload();
				await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
				expect(await tour.count()).toBe(0);
			},
			{ path: "/" },
		);
	});
});
