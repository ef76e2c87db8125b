/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { chooseModel } from "../../src/chat/models/choose-model.ts";
import { callTool, type ScriptAction, say } from "../support/model-script.ts";
import { chromiumPath, findBarriers, openBrowser, openPage } from "../support/open-browser.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../support/scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "../support/serve-demo.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const PLAN = "Hinge change";
const NOTE = "Heron review: the hinge week";
/** The heading as it stands in the body of a request, where a line break is written out. */
const PINNED = "Notes pinned by user\\n";
const PHONE: BrowserContextOptions = {
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
};
/** Where to keep pictures of every state, to be looked at; none are taken without it. */
const pictures = process.env.SKEIN_SCREENSHOTS;

const title = chromiumPath
	? "chat in a browser"
	: "chat in a browser (skipped: CHROMIUM_PATH is not set; install Chromium or name one)";

describe.skipIf(chromiumPath === undefined)(title, () => {
	let browser: Browser;
	let provider: ScriptedModelServer;
	let served: ServedDemo;

	beforeAll(async () => {
		provider = await startScriptedModelServer();
		const environment = {
			ANTHROPIC_API_KEY: "secret",
			ANTHROPIC_BASE_URL: provider.url,
			SKEIN_MODEL_IMAGES: "on",
		};
		[served, browser] = await Promise.all([
			serveDemo({
				model: chooseModel({ environment, patience: { retries: 0 } }),
				webFolder: join(root, "dist/web"),
			}),
			openBrowser(),
		]);
		if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
	});
	afterAll(async () => {
		await browser?.close();
		await served?.close();
		await provider?.close();
	});
	beforeEach(() => provider.answerWith(() => say("Well asked.")));

	/** Runs with a page of its own and checks, whatever it did, that it did nothing it should not. */
	async function visit(
		work: (page: Page) => Promise<void>,
		options: BrowserContextOptions & { readonly expected?: RegExp; readonly path?: string } = {},
	): Promise<void> {
		const { expected = /^$/, path, ...contextOptions } = options;
		const watched = await openPage(browser, served.url, contextOptions);
		try {
			await watched.page.goto(served.url + (path ?? (await served.signInPath())));
			await work(watched.page);
			expect(watched.errors.filter((error) => !expected.test(error))).toEqual([]);
			expect(watched.strays).toEqual([]);
		} finally {
			await watched.close();
		}
	}

	async function inspect(page: Page, name: string): Promise<void> {
		if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
		expect(await findBarriers(page)).toEqual([]);
	}

	const composer = (page: Page) => page.getByRole("form", { name: "Ask", exact: true });
	const question = (page: Page) => composer(page).getByRole("textbox", { name: "Question" });
	const inspector = (page: Page) => page.getByRole("complementary", { name: "Context inspector" });
	const section = (page: Page, name: string) => inspector(page).getByRole("region", { name });
	const chips = (page: Page) => composer(page).getByRole("list", { name: "Pinned to this question" });
	const options = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
	const lastPrompt = () => JSON.stringify(provider.requests.at(-1)?.body);

	async function pickFocus(page: Page, name: string): Promise<void> {
		await page.getByRole("combobox", { name: /^Focus: / }).click();
		await page.getByRole("dialog", { name: "Choose a focus" }).waitFor();
		await page.keyboard.type(name.slice(0, 12));
		await page.getByRole("option", { name }).click();
		await page.getByRole("combobox", { name: `Focus: ${name}` }).waitFor();
	}

	/** Until the answer has come, which is when another question could be sent. */
	async function ask(page: Page, text: string): Promise<void> {
		await question(page).fill(text);
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: text }).last().waitFor();
		await composer(page).getByRole("button", { name: "Send", exact: true }).waitFor();
	}

	/** The notes that the chat keeps pinned. */
	const readKept = (page: Page): Promise<readonly string[]> =>
		page.evaluate(async () => {
			const answer = await fetch(`/api${location.pathname}`);
			return (await answer.json()).settings.pins ?? [];
		});

	async function pinNote(page: Page, name: string): Promise<void> {
		await question(page).pressSequentially(`[[${name.slice(0, 20)}`);
		await options(page).filter({ hasText: name }).first().waitFor();
		await page.keyboard.press("Enter");
	}

	test("[[ and @ open one picker, worked by keys; what is picked is pinned, kept and sent", async () => {
		await visit(async (page) => {
			await question(page).pressSequentially("Compare [[He");
			await options(page).first().waitFor();
			expect(await options(page).count()).toBeLessThanOrEqual(8);
			expect(await options(page).first().getAttribute("aria-selected")).toBe("true");
			await inspect(page, "picker");
			await page.keyboard.press("ArrowDown");
			expect(await options(page).nth(1).getAttribute("aria-selected")).toBe("true");
			await page.keyboard.press("Escape");
			expect(await options(page).count()).toBe(0);

			await question(page).fill("");
			await pinNote(page, NOTE);
			expect(await question(page).inputValue()).toBe(`[[${NOTE}]] `);
			await question(page).pressSequentially("and @Re-cut");
			await options(page).filter({ hasText: TASK }).first().waitFor();
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
			await composer(page).getByRole("button", { name: "Send", exact: true }).waitFor();
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
				await options(page).nth(count).waitFor();
				for (let presses = 1; presses < count; presses += 1) await page.keyboard.press("ArrowDown");
				await page.keyboard.press("Enter");
				await chips(page)
					.getByRole("listitem")
					.nth(count - 1)
					.waitFor();
			}
			await question(page).fill("[[");
			await options(page).nth(6).waitFor();
			for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Enter");
			await composer(page)
				.getByText(/^A question can pin 5 notes\. Remove one to add/)
				.waitFor();
			expect(await chips(page).getByRole("listitem").count()).toBe(5);
			await inspect(page, "sixth-note");
		});
	});

	test("a task's plan is answered from the prompt; its linked documents are looked up, and shown", async () => {
		provider.answerWith(({ body }) => {
			const prompt = JSON.stringify(body);
			if (prompt.includes("tell me more about the linked documents")) {
				return prompt.includes("toolu_linked")
					? say("Two documents are linked.")
					: [
							...say("Let me look. "),
							callTool({ id: "toolu_linked", name: "get_linked_entities", input: { entity_id: TASK } }),
						];
			}
			return say(prompt.includes(PLAN) ? `It belongs to ${PLAN}.` : "I do not know.");
		});
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "what plan does this task belong to?");
			await page.getByText(`It belongs to ${PLAN}.`).waitFor();
			await ask(page, "tell me more about the linked documents");
			await page.getByText("Two documents are linked.").waitFor();
			const card = page.getByRole("region", { name: "What an entity is linked to" });
			const opener = card.getByRole("button");
			expect(await opener.getAttribute("aria-expanded")).toBe("false");
			await inspect(page, "tool-card");
			await opener.click();
			await card.getByText("Entity id").waitFor();
			await card
				.getByText(/## .*ocuments/)
				.first()
				.waitFor();
			await inspect(page, "tool-card-open");
			await page.reload();
			await page.getByText("Two documents are linked.").waitFor();
			await page.getByRole("combobox", { name: `Focus: ${TASK}` }).waitFor();
			await page.getByRole("region", { name: "What an entity is linked to" }).waitFor();
		});
	});

	/** Proposes to hold the task up, whenever it is asked to. */
	function proposeBlocking(): void {
		let calls = 0;
		provider.answerWith(({ body }) => {
			const messages = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (messages.includes("tool_result")) return say("I have proposed it.");
			calls += 1;
			const input = { entity_id: TASK, description: `Waits for the samples (${calls})` };
			return [callTool({ id: `toolu_write_${calls}`, name: "upsert_entity", input })];
		});
	}

	test("a write waits with its difference; denied it says so, confirmed it can be undone", async () => {
		proposeBlocking();
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "Say that it waits");
			const first = page.getByRole("region", { name: "May this be changed?" });
			await first.getByText("Waits for the samples (1)").waitFor();
			expect(await first.getByRole("button", { name: "Always in this chat" }).count()).toBe(0);
			await first.getByText("The answer read text by others").waitFor();
			await inspect(page, "approval");
			await first.getByRole("button", { name: "Deny…" }).click();
			await page.keyboard.type("They are signed");
			await inspect(page, "approval-deny");
			await page.keyboard.press("Enter");
			await page.getByRole("region", { name: "Not done: you said no" }).waitFor();
			await page.getByText("Your reason: They are signed").waitFor();

			await ask(page, "Then say it again");
			await page.getByRole("button", { name: "Confirm once" }).click();
			const done = page.getByRole("region", { name: "Done, as you confirmed" });
			await done.getByRole("button", { name: "Undo" }).waitFor();
			await inspect(page, "approval-done");
			await done.getByRole("button", { name: "Undo" }).click();
			await done.getByText("Undone: everything is as it was before.").waitFor();
		});
		const answer = await fetch(`${served.url}/api/entities?kind=task&limit=100`, {
			headers: { authorization: `Bearer ${await served.credential()}` },
		});
		const { entities } = (await answer.json()) as { entities: { title: string; description: string }[] };
		const described = entities.find((entity) => entity.title === TASK)?.description;
		expect(described).toMatch(/^Brook & Dahl start/);
	});

	test("where only the asker has written, a tool may be trusted for the chat, until that is taken back", async () => {
		let calls = 0;
		provider.answerWith(({ body }) => {
			const last = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (last.includes("tool_result")) return say("So be it.");
			calls += 1;
			const input = { kind: "task", title: `Water the plants (${calls})` };
			return [callTool({ id: `toolu_own_${calls}`, name: "upsert_entity", input })];
		});
		const path = await signIntoOwnWorkspace();
		await visit(
			async (page) => {
				await ask(page, "Remember the plants");
				await page.getByRole("button", { name: "Always in this chat" }).click();
				await page.getByRole("region", { name: "Done, as you confirmed" }).waitFor();
				await page.getByText("Without asking: Create or change an entity").waitFor();
				await inspect(page, "always");
				await page.getByRole("button", { name: "Ask me each time again" }).click();
				await page.getByText("Without asking: Create or change an entity").waitFor({ state: "detached" });
				await ask(page, "And once more");
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
			},
			{ path },
		);
	});

	/** Where nobody else has written anything. */
	async function signIntoOwnWorkspace(): Promise<string> {
		const { workspaces, credentials } = served.demo.skein.graph.store;
		const { id: workspaceId } = await workspaces.create("Own");
		const account = await workspaces.ensureAccount({ email: "own@example.org", display_name: "Own" });
		await workspaces.setMember(workspaceId, account.id, "owner");
		const { token } = await credentials.create({
			workspaceId,
			accountId: account.id,
			purpose: "sign_in",
			mode: "write",
		});
		return `/signin?token=${token}`;
	}

	test("an answer under way goes on after a reload, and is there for good", async () => {
		provider.answerWith(() => [
			...say("It begins "),
			{ do: "wait", milliseconds: 6000 },
			...say("and it ends."),
		]);
		await visit(async (page) => {
			await question(page).fill("How does it go?");
			await page.keyboard.press("Enter");
			await page.getByText("It begins").waitFor();
			await page.waitForURL(/\/chats\/[\w-]+$/);
			await page.reload();
			await page.getByText("It begins").waitFor();
			await composer(page).getByRole("button", { name: "Stop" }).waitFor();
			await page.getByText("It begins and it ends.").waitFor();
			await composer(page).getByRole("button", { name: "Send", exact: true }).waitFor();
			await page.reload();
			await page.getByText("It begins and it ends.").waitFor();
			const name = page.getByRole("textbox", { name: "Name of this chat" });
			expect(await name.inputValue()).toBe("How does it go?");
			await name.fill("The long way");
			await page.keyboard.press("Enter");
			await page.getByRole("navigation", { name: "Workspace" }).getByText("The long way").waitFor();
			await inspect(page, "stored-chat");
			await page.getByRole("button", { name: "What was read" }).click();
			await section(page, "Related Content").waitFor();
		});
	});

	test("a question asked otherwise is a version beside the first, and both are kept", async () => {
		provider.answerWith(({ body }) => {
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

	test("a follow-up waits for the answer, and for a word when the answer failed", async () => {
		let first: readonly ScriptAction[] = [
			...say("Slowly"),
			{ do: "wait", milliseconds: 1500 },
			...say(" done."),
		];
		provider.answerWith(({ body }) => {
			const asked = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			return asked.includes("What then?") ? say("Then this.") : first;
		});
		await visit(async (page) => {
			await question(page).fill("What first?");
			await page.keyboard.press("Enter");
			await page.getByText("Slowly").waitFor();
			await question(page).fill("What then?");
			await page.keyboard.press("Enter");
			await page.getByRole("list", { name: "Asked next" }).getByText("What then?").waitFor();
			await inspect(page, "queue");
			await page.getByText("Then this.").waitFor();
			expect(await page.getByRole("article").count()).toBe(2);

			first = [...say("Slowly"), { do: "wait", milliseconds: 1500 }, { do: "cut" }];
			await composer(page).getByRole("button", { name: "Send", exact: true }).waitFor();
			await question(page).fill("What now?");
			await page.keyboard.press("Enter");
			await page.getByRole("heading", { name: "What now?" }).waitFor();
			await question(page).fill("What then? I mean it");
			await page.keyboard.press("Enter");
			await page.getByRole("button", { name: "Ask now" }).waitFor();
			expect(await page.getByRole("article").count()).toBe(3);
			await page.getByRole("button", { name: "Ask now" }).click();
			await page.getByRole("article").nth(3).getByText("Then this.").waitFor();
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
			await inspect(page, "inspector-rebuilt");
			const raise = leftOut.getByRole("button", { name: /^Raise the budget to/ });
			if ((await raise.count()) > 0) {
				await raise.click();
				await composer(page)
					.getByText(/^up to [\d,]+ tokens$/)
					.waitFor();
			}
			await inspector(page).getByRole("button", { name: "Read it" }).click();
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

	test("typing waits for nothing, and a server that does not answer loses no word", async () => {
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
				expect(provider.requests.some(({ body }) => JSON.stringify(body).includes(words))).toBe(false);
				await page.getByRole("button", { name: "Ask again" }).click();
				await page.getByText("Well asked.").waitFor();
			},
			{ expected: /ERR_FAILED/ },
		);
	});

	test("approvals, tools and chips on a phone, in the dark", async () => {
		proposeBlocking();
		await visit(
			async (page) => {
				await question(page).fill("[[");
				await options(page).first().waitFor();
				await inspect(page, "phone-picker");
				await page.keyboard.press("Enter");
				await question(page).pressSequentially("say that the lid tool waits");
				await composer(page).getByRole("button", { name: "Send", exact: true }).click();
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
				await inspect(page, "phone-approval");
				const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
				expect(overflow).toBeLessThanOrEqual(0);
			},
			{ ...PHONE, colorScheme: "dark" },
		);
	});

	test("at a desk, in the dark: an approval beside its context", async () => {
		proposeBlocking();
		await visit(
			async (page) => {
				await pickFocus(page, TASK);
				await ask(page, "Say that it waits");
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
				await inspect(page, "dark-approval");
			},
			{ colorScheme: "dark" },
		);
	});
});
