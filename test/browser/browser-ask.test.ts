import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import {
	beginToAsk,
	composer,
	inspector,
	pickFocus,
	question,
	section,
	send,
} from "../support/browser-parts.ts";
import { describeInBrowser, expectNoOverflow, inspect, PHONE } from "../support/browser-stage.ts";
import { chooseModel } from "../support/choose-model.ts";
import { type ScriptAction, say } from "../support/model-script.ts";

const FOCUS = "Re-cut the lid tool for the Lindqvist hinge";
const SAMPLES = "Sign off the Lindqvist first-article samples";
const QUESTION = "What does the lid tool wait for?";
/** The facts that the answer in the picture uses. */
const LID_FACTS = [
	"a cut cannot be undone",
	"two of five out of tolerance",
	"corrects the knuckle bore and sends five more",
	"24 working days from release to first lids",
	"moves the pilot by a day, and after five days the test-house slot is gone too",
	"Five days of slack at the end, none before",
	"the last 60 old hinges",
];
const STALL: ScriptAction = { do: "stall" };

describeInBrowser("asking, in a browser", (stage) => {
	const { visit } = stage;

	/** Returns the refs of entities by title, as in the prompt. */
	const findRefs =
		(prompt: string) =>
		(name: string): string =>
			new RegExp(`${name}(?:\\*\\*|\\] \\[\\w+\\]) \\[(?:id:)?([0-9a-z]{8})`).exec(prompt)?.[1] ?? "00000000";

	beforeEach(() => {
		stage.provider.answerWith(({ body }) => {
			const refOf = findRefs(JSON.stringify(body));
			return [
				...say(`It waits for the samples [${refOf(SAMPLES)}]. `, "Brook & Dahl will not cut before that "),
				...say(`[${refOf(FOCUS)}].`),
			];
		});
	});

	const focusedName = (page: Page): Promise<string> =>
		page.evaluate(() => {
			const focused = document.activeElement;
			return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
		});

	async function pressUntilFocused(page: Page, key: string, name: RegExp): Promise<void> {
		for (let presses = 0; presses < 40; presses += 1) {
			await page.keyboard.press(key);
			if (name.test(await focusedName(page))) return;
		}
		throw new Error(`Nothing called ${name} can be reached by ${key}.`);
	}

	test("a person who is not signed in reads how to sign in, in both themes", async () => {
		await visit(
			async (page) => {
				await page.getByRole("heading", { name: "Sign in to Skein" }).waitFor();
				await inspect(page, "sign-in");
				await page.goto(`${stage.served.url}/?signin=expired`);
				await page.getByText("That link has been used or is too old").waitFor();
				await page.emulateMedia({ colorScheme: "dark" });
				await inspect(page, "sign-in-expired-dark");
			},
			{ signIn: null, expected: /401/ },
		);
	});

	test("the link leads home, and the dry run follows the typing", async () => {
		await visit(async (page) => {
			await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
			await page.getByRole("navigation", { name: "Workspace" }).getByText("Heron 2 bridge gauge").waitFor();
			expect(new URL(page.url()).pathname).toBe("/");
			await inspect(page, "home");

			await pickFocus(page, FOCUS);
			await section(page, "Focused Content").getByRole("button", { name: FOCUS }).waitFor();
			await question(page).pressSequentially("salt spray");
			await section(page, "Related Content")
				.getByRole("button", { name: /^Related Content/ })
				.click();
			await section(page, "Related Content")
				.getByText(/^holds (?:salt, spray|spray, salt)/)
				.first()
				.waitFor();
			await section(page, "Linked Entities").waitFor();
			await inspect(page, "dry-run");
			expect(stage.provider.requests).toHaveLength(0);
		});
	});

	test("[U5] an answer streams with citations that can be followed before it ends, and is announced when it has", async () => {
		let finish: ScriptAction[] = [STALL];
		stage.provider.answerWith(({ body }) => {
			const refOf = findRefs(JSON.stringify(body));
			return [...say(`It waits for the samples [${refOf(SAMPLES)}], which `), ...finish];
		});
		await visit(async (page) => {
			await pickFocus(page, FOCUS);
			await beginToAsk(page, QUESTION);
			const source = page.getByRole("button", { name: `Source 1: ${SAMPLES}` });
			await source.click();
			expect(await composer(page).getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
			const opened = inspector(page).getByRole("button", { name: SAMPLES, expanded: true });
			await opened.waitFor();
			expect(await opened.textContent()).toContain("cited as 1");
			await inspect(page, "streaming");
			const announced = page.getByRole("status").getByText("The answer is complete.");
			expect(await announced.count()).toBe(0);

			await composer(page).getByRole("button", { name: "Stop" }).click();
			await page.getByText("Stopped. What was written so far is kept.").waitFor();
			await send(page).waitFor();
			expect(await page.getByRole("article").textContent()).toContain("which");
			await inspect(page, "stopped");

			finish = [...say("are on the bench.")];
			await beginToAsk(page, "And where are they?");
			await page.getByText("are on the bench.").waitFor();
			await announced.waitFor({ state: "attached" });
			await send(page).waitFor();
			expect(await page.getByRole("article").count()).toBe(2);
			await inspect(page, "follow-up");
		});
	});

	test("the inspector shows what was read, why, and what was left out", async () => {
		await visit(async (page) => {
			await pickFocus(page, FOCUS);
			await beginToAsk(page, QUESTION);
			await page.getByRole("button", { name: `Source 2: ${FOCUS}` }).waitFor();
			await send(page).waitFor();
			for (const name of ["Focused Content", "Linked Entities", "Related Content"]) {
				await section(page, name).waitFor();
			}
			const row = section(page, "Focused Content").getByRole("button", {
				name: new RegExp(`^Task: ${FOCUS}`),
			});
			expect(await row.textContent()).toMatch(/full\d+ tokens.*because .*focus/);
			await row.click();
			await section(page, "Focused Content").getByText("a cut cannot be undone").waitFor();
			const leftOut = section(page, "Left out");
			await leftOut.getByRole("button").first().click();
			await leftOut
				.getByText(/Did not fit|Past the number/)
				.first()
				.waitFor();
			await inspect(page, "inspector");
			await inspector(page).getByRole("button", { name: "Copy the exact text" }).waitFor();
		});
	});

	test("a provider that breaks off leaves the text, says so and lets one ask again", async () => {
		stage.provider.answerWith(() => [...say("It waits "), { do: "cut" }]);
		await visit(async (page) => {
			await beginToAsk(page, QUESTION);
			await page.getByRole("button", { name: "Ask again" }).waitFor();
			expect(await page.getByRole("article").textContent()).toMatch(/It waits.*kept/s);
			await inspect(page, "failed");
			stage.provider.answerWith(() => say("Now it works."));
			await page.getByRole("button", { name: "Ask again" }).click();
			await page.getByText("Now it works.").waitFor();
		});
	});

	test("without a model it quotes, and says so", async () => {
		const other = await stage.served.serveAlso(null);
		try {
			await visit(
				async (page) => {
					await beginToAsk(page, "Why did the hinge fail?");
					await page.getByText("Quoted from your workspace; no model is configured").waitFor();
					await page.getByRole("button", { name: /^Source 1: / }).waitFor();
					await page.getByText("No model yet", { exact: true }).waitFor();
					await inspect(page, "no-model");
				},
				{ url: other.url },
			);
		} finally {
			await other.close();
		}
	});

	test("[U4] everything can be done from the keyboard", async () => {
		await visit(async (page) => {
			await question(page).waitFor();
			const palette = page.getByRole("dialog", { name: "Find or do" });
			await page.keyboard.press("Control+k");
			await palette.waitFor();
			await page.keyboard.type("Re-cut the lid");
			await palette
				.getByRole("option", { name: new RegExp(FOCUS) })
				.first()
				.waitFor();
			await page.keyboard.press("Enter");
			await page.getByRole("article", { name: FOCUS }).waitFor();
			// The keyboard has come along: it is at the start of the page, not of the navigation.
			await page.keyboard.press("Tab");
			expect(await focusedName(page)).toContain("Ask about it");
			await page.keyboard.press("Control+k");
			await palette.waitFor();
			await page.keyboard.press("Escape");
			await expect.poll(() => focusedName(page)).toContain("Ask about it");
			await page.keyboard.press("Control+k");
			await palette.getByRole("option", { name: `Ask about “${FOCUS}”` }).waitFor();
			await page.keyboard.press("Enter");
			await page.getByRole("combobox", { name: `Focus: ${FOCUS}` }).waitFor();
			await page.keyboard.type(QUESTION);
			await page.keyboard.press("Enter");
			const source = page.getByRole("button", { name: /^Source 1: / });
			await source.waitFor();
			await send(page).waitFor();
			await pressUntilFocused(page, "Shift+Tab", /^Source 1: /);
			await page.keyboard.press("Enter");
			await inspector(page).getByRole("button", { name: SAMPLES, expanded: true }).waitFor();
			expect(await focusedName(page)).toContain(SAMPLES);
			await page.keyboard.press("Control+j");
			await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
			expect(await focusedName(page)).toBe("Question");
		});
	});

	test("on a phone, in the dark", async () => {
		await visit(
			async (page) => {
				await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
				await inspect(page, "phone-home");
				await beginToAsk(page, QUESTION);
				await page.getByRole("button", { name: /^Source 1: / }).waitFor();
				await send(page).waitFor();
				await inspect(page, "phone-answer");
				await page.getByRole("button", { name: /^Source 1: / }).click();
				const sheet = page.getByRole("dialog", { name: "Context inspector" });
				await sheet.getByRole("button", { expanded: true }).first().waitFor();
				await inspect(page, "phone-inspector");
				await expectNoOverflow(page);
			},
			{ ...PHONE, colorScheme: "dark" },
		);
	});

	test("at a desk, in the dark", async () => {
		await visit(
			async (page) => {
				await pickFocus(page, FOCUS);
				await inspect(page, "dark-dry-run");
				await beginToAsk(page, QUESTION);
				await page.getByRole("button", { name: /^Source 2: / }).waitFor();
				await send(page).waitFor();
				await inspect(page, "dark-answer");
			},
			{ colorScheme: "dark" },
		);
	});

	test("the picture of the README: a question, its answer and everything that was read for it", async () => {
		const asked = "Why is the lid tool not cut yet, and what does that put at risk?";
		let prompt = "";
		stage.provider.answerWith(({ body }) => {
			prompt = JSON.stringify(body);
			return say(writeLidAnswer(findRefs(prompt)));
		});
		const environment = { SKEIN_MODEL: "openai-compatible:llama3.3", SKEIN_MODEL_URL: stage.provider.url };
		const other = await stage.served.serveAlso(chooseModel({ environment }));
		try {
			await visit(
				async (page) => {
					await pickFocus(page, FOCUS);
					await beginToAsk(page, asked);
					await page.getByRole("button", { name: /^Source 5: / }).waitFor();
					await send(page).waitFor();
					expect(await page.getByRole("article").textContent()).not.toContain("00000000");
					for (const words of LID_FACTS) expect(prompt).toContain(words);
					for (const name of ["Focused Content", "Linked Entities", "Related Content"]) {
						await section(page, name).waitFor();
					}
					await question(page).blur();
					await inspect(page, "ask");
				},
				{ url: other.url },
			);
		} finally {
			await other.close();
		}
	});

	/** Every sentence is in the demo, and is followed by the id of its source. */
	function writeLidAnswer(refOf: (name: string) => string): string {
		const risk = refOf("Re-cut lid tool comes too late for the pilot");
		const plan = refOf("Hinge change");
		return `Brook & Dahl will not cut before the hinge samples are signed, because a cut cannot be undone [${refOf(FOCUS)}]. Two of the first five samples were out of tolerance. Lindqvist has corrected the knuckle bore and sent five more [${plan}]; signing them off is in progress [${refOf(SAMPLES)}].

What depends on it:

- **The pilot.** First lids come 24 working days after the release. Every day the samples stay unsigned moves the forty units by a day [${risk}].
- **The test-house slot.** After five days it is gone, too [${risk}].
- **The Sallow valley.** Four bridges wait for pilot units, with five days of slack at the end of that chain and none before [${refOf("Gauges promised to the Sallow")}].

If the second set fails as well, the plan is to ask Varga for the last 60 old hinges [${plan}].`;
	}
});
