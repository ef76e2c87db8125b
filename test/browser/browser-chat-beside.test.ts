import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { ask, question, send } from "../support/browser-parts.ts";
import { describeInBrowser, inspect, PHONE } from "../support/browser-stage.ts";
import { say } from "../support/model-script.ts";

const TITLE = "Re-cut the lid tool for the Lindqvist hinge";
const QUESTION = "What does it wait for?";

const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Chat" });
const opener = (page: Page): Locator => page.getByRole("button", { name: "Ask about it" });

describeInBrowser("[U9] a chat is next to the entity that it is about", (stage) => {
	const pageOf = async (title: string): Promise<string> => `/entities/${(await stage.find(title)).ref}`;

	test("it is asked there, with the entity as focus, and goes on a page of its own", async () => {
		stage.provider.answerWith(() => say("For the go of the pilot."));
		await stage.visit(
			async (page) => {
				await opener(page).click();
				await panel(page)
					.getByRole("combobox", { name: `Focus: ${TITLE}` })
					.waitFor();
				// A person who opens it wants to write.
				await expect
					.poll(() => question(page).evaluate((field) => field === document.activeElement))
					.toBe(true);
				await inspect(page, "chat-beside-empty");
				await ask(page, QUESTION);
				await panel(page).getByText("For the go of the pilot.").waitFor();
				await page.getByRole("article", { name: TITLE }).waitFor();
				await inspect(page, "chat-beside");
				await panel(page).getByRole("button", { name: "Open the chat on a page of its own" }).click();
				await page.waitForURL(/\/chats\//);
				await page.getByText("For the go of the pilot.").waitFor();
				await page.getByText(`about ${TITLE}`).waitFor();
			},
			{ path: await pageOf(TITLE) },
		);
	});

	test("it stays open over a reload, without taking the keyboard, and closes by keyboard", async () => {
		await stage.visit(
			async (page) => {
				await opener(page).waitFor();
				await page.keyboard.press("Control+i");
				await panel(page).waitFor();
				await question(page).fill("half a thought");
				await page.reload();
				await expect.poll(() => question(page).inputValue()).toBe("half a thought");
				expect(await panel(page).evaluate((side) => side.contains(document.activeElement))).toBe(false);
				await page.keyboard.press("Control+i");
				await panel(page).waitFor({ state: "detached" });
				expect(await opener(page).getAttribute("aria-expanded")).toBe("false");
				expect(await opener(page).evaluate((button) => button === document.activeElement)).toBe(true);
			},
			{ path: await pageOf(TITLE) },
		);
	});

	test("another entity has a chat of its own, and the first one is still there", async () => {
		const other = "Lid hinge and latch survive 1,000 hours of neutral salt spray without a crack";
		stage.provider.answerWith(() => say("It waits."));
		await stage.visit(
			async (page) => {
				await opener(page).click();
				await ask(page, QUESTION);
				await page.keyboard.press("Control+k");
				await page.keyboard.type("Lid hinge and latch");
				await page.getByRole("option", { name: other }).first().click();
				await panel(page)
					.getByRole("combobox", { name: `Focus: ${other}` })
					.waitFor();
				expect(await panel(page).getByText("It waits.").count()).toBe(0);
				expect(await send(page).isDisabled()).toBe(true);
				await page.goBack();
				await panel(page).getByText("It waits.").waitFor();
			},
			{ path: await pageOf(TITLE) },
		);
	});

	test("a project has it next to each of its views", async () => {
		const project = "Heron 2 bridge gauge";
		stage.provider.answerWith(() => say("Four tasks are blocked."));
		await stage.visit(
			async (page) => {
				await opener(page).click();
				await panel(page)
					.getByRole("combobox", { name: `Focus: ${project}` })
					.waitFor();
				await ask(page, "What is blocked?");
				await panel(page).getByText("Four tasks are blocked.").waitFor();
				await page.getByRole("link", { name: "Table" }).click();
				await page.waitForURL(/\/table/);
				await panel(page).getByText("Four tasks are blocked.").waitFor();
				await inspect(page, "chat-beside-project");
			},
			{ path: `/projects/${(await stage.find(project)).ref}/overview` },
		);
	});

	test("where there is no room for a side panel, the question has a page of its own", async () => {
		await stage.visit(
			async (page) => {
				await opener(page).click();
				await page.getByRole("combobox", { name: `Focus: ${TITLE}` }).waitFor();
				expect(new URL(page.url()).pathname).toBe("/");
			},
			{ path: await pageOf(TITLE), ...PHONE },
		);
	});
});
