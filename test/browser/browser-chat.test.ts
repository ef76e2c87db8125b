/// <reference lib="dom" />

import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import {
	ask,
	chips,
	composer,
	inspector,
	pickFocus,
	question,
	section,
	send,
	suggestions,
} from "../support/browser-parts.ts";
import { describeInBrowser, inspect } from "../support/browser-stage.ts";
import { type ScriptAction, say } from "../support/model-script.ts";

const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const PLAN = "Hinge change";
const NOTE = "Heron review: the hinge week";
/** The heading as it is in the body of a request, where a line break is written out. */
const PINNED = "Notes pinned by user\\n";

describeInBrowser("chat, in a browser", (stage) => {
	const { visit } = stage;

	const lastPrompt = () => JSON.stringify(stage.provider.requests.at(-1)?.body);

	beforeEach(() => stage.provider.answerWith(() => say("Well asked.")));

	/** The notes that the chat keeps pinned. */
	const readKept = (page: Page): Promise<readonly string[]> =>
		page.evaluate(async () => {
			const answer = await fetch(`/api${location.pathname}`);
			return (await answer.json()).settings.pins ?? [];
		});

	async function pinNote(page: Page, name: string): Promise<void> {
		await question(page).pressSequentially(`[[${name.slice(0, 20)}`);
		await suggestions(page).filter({ hasText: name }).first().waitFor();
		await page.keyboard.press("Enter");
	}

	test("letters typed right after a pick come behind it, however late the browser draws", async () => {
		await visit(async (page) => {
			await page.evaluate(() => {
				const draw = window.requestAnimationFrame.bind(window);
				window.requestAnimationFrame = (drawn) => window.setTimeout(() => draw(drawn), 150);
			});
			await pinNote(page, NOTE);
			await page.keyboard.type("and then more", { delay: 30 });
			expect(await question(page).inputValue()).toBe(`[[${NOTE}]] and then more`);
		});
	});

	test("[[ and @ open one picker, worked by keys; what is picked is pinned, kept and sent", async () => {
		await visit(async (page) => {
			await question(page).pressSequentially("Compare [[He");
			await suggestions(page).first().waitFor();
			expect(await suggestions(page).count()).toBeLessThanOrEqual(8);
			expect(await suggestions(page).first().getAttribute("aria-selected")).toBe("true");
			await inspect(page, "picker");
			await page.keyboard.press("ArrowDown");
			expect(await suggestions(page).nth(1).getAttribute("aria-selected")).toBe("true");
			await page.keyboard.press("Escape");
			expect(await suggestions(page).count()).toBe(0);

			await question(page).fill("");
			await pinNote(page, NOTE);
			expect(await question(page).inputValue()).toBe(`[[${NOTE}]] `);
			await question(page).pressSequentially("and @Re-cut");
			await suggestions(page).filter({ hasText: TASK }).first().waitFor();
			await page.keyboard.press("Tab");
			expect(await question(page).inputValue()).toBe(`[[${NOTE}]] and @${TASK} `);
			await chips(page)
				.getByRole("button", { name: `once: ${NOTE}` })
				.click();
			await inspect(page, "chips");

			await question(page).press("End");
			await question(page).pressSequentially("please");
			await page.keyboard.press("Enter");
			await page.getByText("Well asked.").waitFor();
			expect(lastPrompt()).toContain(PINNED);
			expect(lastPrompt()).toContain(NOTE);
			await send(page).waitFor();
			expect(await chips(page).getByRole("listitem").count()).toBe(1);

			await ask(page, "And again");
			expect(await readKept(page)).toHaveLength(1);
			await chips(page)
				.getByRole("button", { name: `Remove ${NOTE}` })
				.click();
			await ask(page, "Without it");
			expect(await readKept(page)).toEqual([]);
		});
	});

	test("a sixth note is refused with its reason", async () => {
		await visit(async (page) => {
			for (const count of [1, 2, 3, 4, 5]) {
				await question(page).fill("[[");
				await suggestions(page).nth(count).waitFor();
				for (let presses = 1; presses < count; presses += 1) await page.keyboard.press("ArrowDown");
				await page.keyboard.press("Enter");
				await chips(page)
					.getByRole("listitem")
					.nth(count - 1)
					.waitFor();
			}
			await question(page).fill("[[");
			await suggestions(page).nth(6).waitFor();
			for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Enter");
			await composer(page)
				.getByText(/^A question can pin 5 notes\. Remove one to add/)
				.waitFor();
			expect(await chips(page).getByRole("listitem").count()).toBe(5);
			await inspect(page, "sixth-note");
		});
	});

	test("[U3] an answer under way goes on after a reload, with what waits behind it, and is there for good", async () => {
		stage.provider.answerWith(({ body }) => {
			const asked = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (asked.includes("And then?")) return say("Then nothing.");
			return [...say("It begins "), { do: "wait", milliseconds: 6000 }, ...say("and it ends.")];
		});
		await visit(async (page) => {
			await question(page).fill("How does it go?");
			await page.keyboard.press("Enter");
			await page.getByText("It begins").waitFor();
			await page.waitForURL(/\/chats\/[\w-]+$/);
			await question(page).fill("And then?");
			await page.keyboard.press("Enter");
			await question(page).fill("Half a sent");
			await page.reload();
			expect(await question(page).inputValue()).toBe("Half a sent");
			await page.getByText("It begins").waitFor();
			await composer(page).getByRole("button", { name: "Stop" }).waitFor();
			await page.getByText("It begins and it ends.").waitFor();
			await page.getByText("Then nothing.").waitFor();
			await page.reload();
			await page.getByText("It begins and it ends.").waitFor();
			const name = page.getByRole("textbox", { name: "Name of this chat" });
			expect(await name.inputValue()).toBe("How does it go?");
			await name.fill("The long way");
			await page.keyboard.press("Enter");
			await page.getByRole("navigation", { name: "Workspace" }).getByText("The long way").waitFor();
			await inspect(page, "stored-chat");
			await page.getByRole("button", { name: "What was read" }).first().click();
			await section(page, "Related Content").waitFor();
		});
	});

	test("an edited question is a new version, and both are kept", async () => {
		stage.provider.answerWith(({ body }) => {
			const asked = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			return say(asked.includes("Second try") ? "The second answer." : "The first answer.");
		});
		await visit(async (page) => {
			await ask(page, "First try");
			await page.getByText("The first answer.").waitFor();
			await page.getByRole("button", { name: "Edit and ask again" }).click();
			await page.getByRole("textbox", { name: "Question in other words" }).fill("Second try");
			await inspect(page, "edit-question");
			await page.keyboard.press("Enter");
			await page.getByText("The second answer.").waitFor();
			await page.getByText("2/2").waitFor();
			expect(await page.getByRole("article").count()).toBe(1);
			await page.getByRole("button", { name: "Earlier version" }).click();
			await page.getByText("The first answer.").waitFor();
			await page.getByText("1/2").waitFor();
			await inspect(page, "versions");
			await ask(page, "And on from the first");
			expect(await page.getByRole("article").count()).toBe(2);
			expect(lastPrompt()).toContain("The first answer.");
			expect(lastPrompt()).not.toContain("The second answer.");
			await page.getByRole("button", { name: "Ask again" }).first().click();
			await page.getByText("3/3").waitFor();
		});
	});

	test("follow-ups wait for the answer, one after the other, and for a word when the answer failed", async () => {
		let first: readonly ScriptAction[] = [
			...say("Slowly"),
			{ do: "wait", milliseconds: 1500 },
			...say(" done."),
		];
		stage.provider.answerWith(({ body }) => {
			const asked = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (asked.includes("What after that?")) return say("And that.");
			return asked.includes("What then?") ? say("Then this.") : first;
		});
		await visit(async (page) => {
			await question(page).fill("What first?");
			await page.keyboard.press("Enter");
			await page.getByText("Slowly").waitFor();
			await question(page).fill("What then?");
			await page.keyboard.press("Enter");
			await question(page).fill("What after that?");
			await page.keyboard.press("Enter");
			await page.getByRole("list", { name: "Asked next" }).getByText("What after that?").waitFor();
			await inspect(page, "queue");
			await page.getByText("And that.").waitFor();
			await send(page).waitFor();
			expect(await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents()).toEqual([
				"What first?",
				"What then?",
				"What after that?",
			]);

			first = [...say("Slowly"), { do: "wait", milliseconds: 1500 }, { do: "cut" }];
			await question(page).fill("What now?");
			await page.keyboard.press("Enter");
			await page.getByRole("heading", { name: "What now?" }).waitFor();
			await question(page).fill("What then? I mean it");
			await page.keyboard.press("Enter");
			await page.getByRole("button", { name: "Ask now" }).waitFor();
			expect(await page.getByRole("article").count()).toBe(4);
			await page.getByRole("button", { name: "Ask now" }).click();
			await page.getByRole("article").nth(4).getByText("Then this.").waitFor();
		});
	});

	test("what is left out of the context can be pinned, what is in it left out, and the budget raised", async () => {
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "What does the lid tool wait for?");
			const read = section(page, "Focused Content");
			const row = read.getByRole("button", { name: new RegExp(`^Plan: ${PLAN}`) });
			await row.click();
			await read.getByText("Came before").waitFor();
			await inspect(page, "inspector-item");
			await read.getByRole("button", { name: "Leave out" }).click();
			await composer(page).getByText(`without ${PLAN}`).waitFor();
			expect(await question(page).inputValue()).toBe("What does the lid tool wait for?");
			await row.waitFor({ state: "detached" });

			const leftOut = section(page, "Left out");
			await leftOut.getByRole("button").first().click();
			await leftOut
				.getByRole("button", { name: /^Pin .* to the next question$/ })
				.first()
				.click();
			await chips(page).getByRole("listitem").first().waitFor();
			await inspector(page).getByText("Layers, from what stays the same").waitFor();
			// The pinned text is read now: what is left out is another list, or none.
			await inspector(page).locator("[aria-busy=false]").waitFor();
			await inspect(page, "inspector-rebuilt");
			const raise = leftOut.getByRole("button", { name: /^Raise the budget to/ });
			if ((await raise.count()) > 0) {
				await raise.click();
				await composer(page)
					.getByText(/^up to [\d,]+ tokens$/)
					.waitFor();
			}
			await inspector(page).getByRole("button", { name: "Read it", exact: true }).click();
			await inspector(page).getByText("### Focused Content").waitFor();
		});
	});

	test("an entity dragged onto the question is attached, and a file goes along", async () => {
		await visit(async (page) => {
			const source = page.getByRole("region", { name: "Recent", exact: true }).getByRole("link").first();
			const name = (await source.textContent())?.replace(/^.*?: /, "") ?? "";
			await source.dragTo(question(page));
			await chips(page).getByText(name).waitFor();
			await composer(page)
				.locator("input[type=file]")
				.setInputFiles({
					name: "measurements.txt",
					mimeType: "text/plain",
					buffer: Buffer.from("The bore measures 6.02 mm."),
				});
			await composer(page).getByText("measurements.txt").waitFor();
			await inspect(page, "attached");
			await ask(page, "Is the bore right?");
			expect(lastPrompt()).toContain("The bore measures 6.02 mm.");
		});
	});

	test("[U10] what was attached is not kept: asked again after a reload, the question says so and takes new files", async () => {
		const file = {
			name: "bore.txt",
			mimeType: "text/plain",
			buffer: Buffer.from("The bore measures 6.02 mm."),
		};
		await visit(async (page) => {
			await composer(page).locator("input[type=file]").setInputFiles(file);
			await ask(page, "Is the bore right?");
			await page.getByText("Well asked.").waitFor();
			await page.reload();
			await page.getByText("with bore.txt").waitFor();
			await page.getByRole("button", { name: "Ask again", exact: true }).click();
			const editor = page.getByRole("form", { name: "Edit the question" });
			await editor.getByText("Asked with bore.txt, which is not kept.").waitFor();
			await inspect(page, "attached-before");
			await editor
				.locator("input[type=file]")
				.setInputFiles({ ...file, buffer: Buffer.from("6.03 mm now.") });
			await editor.getByText("With bore.txt.").waitFor();
			await editor.getByRole("button", { name: "Ask this instead" }).click();
			await page.getByText("2/2").waitFor();
			expect(lastPrompt()).toContain("6.03 mm now.");
		});
	});

	test("[U3] typing waits for nothing, and a server that does not answer loses no word", async () => {
		await visit(
			async (page) => {
				await question(page).waitFor();
				await page.route("**/api/context", () => undefined);
				await page.route("**/api/suggest*", () => undefined);
				const words = "a question written while nothing answers @Heron and on";
				await question(page).pressSequentially(words);
				expect(await question(page).inputValue()).toBe(words);
				await page.route("**/api/chats", (route) => route.abort());
				await page.keyboard.press("Enter");
				await page.getByText("The Skein server did not answer.").waitFor();
				await inspect(page, "unreachable");
				await page.unrouteAll({ behavior: "ignoreErrors" });
				expect(stage.provider.requests.some(({ body }) => JSON.stringify(body).includes(words))).toBe(false);
				await page.getByRole("button", { name: "Ask again" }).click();
				await page.getByText("Well asked.").waitFor();
			},
			{ expected: /ERR_FAILED/ },
		);
	});
});
