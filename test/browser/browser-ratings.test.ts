import { beforeEach, expect, test } from "vitest";
import { ask, inspector } from "../support/browser-parts.ts";
import { describeInBrowser, inspect } from "../support/browser-stage.ts";
import { say } from "../support/model-script.ts";

const QUESTION = "Why did the hinge supplier change?";
const MISSING = "The modem design belongs to us";

describeInBrowser("ratings, in a browser", (stage) => {
	beforeEach(() => stage.provider.answerWith(() => say("The old one could not deliver.")));

	test("[A18] [U4] an answer, an item and what was missing are rated, survive a reload and show on the page", async () => {
		await stage.visit(async (page) => {
			await ask(page, QUESTION);
			const helped = page.getByRole("button", { name: "This answer helped" });
			await helped.press("Enter");
			await expect.poll(() => helped.getAttribute("aria-pressed")).toBe("true");
			const noise = inspector(page)
				.getByRole("button", { name: /^Noise: / })
				.first();
			await noise.press("Enter");
			await expect.poll(() => noise.getAttribute("aria-pressed")).toBe("true");
			await inspector(page).getByRole("button", { name: "Something is missing" }).click();
			await page.keyboard.type(MISSING.slice(0, 12));
			await page.getByRole("option", { name: MISSING }).click();
			await inspector(page).getByText("was missing", { exact: true }).waitFor();
			await inspect(page, "ratings");
			await page.reload();
			await expect.poll(() => helped.getAttribute("aria-pressed")).toBe("true");
			await helped.click();
			await expect.poll(() => helped.getAttribute("aria-pressed")).toBe("false");
			await page.goto(`${stage.served.url}/settings/quality`);
			await page.getByRole("link", { name: QUESTION }).last().waitFor();
			await page.getByText("Was missing:").waitFor();
			await inspect(page, "quality");
			for (const file of ["questions", "entities", "links"]) {
				const [download] = await Promise.all([
					page.waitForEvent("download"),
					page.getByRole("link", { name: file, exact: true }).click(),
				]);
				expect(download.suggestedFilename()).toMatch(/^(?:queries|nodes|edges)\.jsonl$/);
			}
		});
	});
});
