import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
	/** The global that axe-core defines in the page. */
	var axe: { run(): Promise<AxeResults> };
}

export const chromiumPath = process.env.CHROMIUM_PATH;

export const openBrowser = (): Promise<Browser> =>
	chromium.launch({
		...(chromiumPath !== undefined && { executablePath: chromiumPath }),
		args: ["--no-sandbox", "--disable-dev-shm-usage"],
	});

/** A page that records everything it should not have done. */
export interface WatchedPage {
	readonly page: Page;
	/** Errors on the console, breaches of the content security policy among them, and errors of scripts. */
	readonly errors: readonly string[];
	/** Requests that left our origin. */
	readonly strays: readonly string[];
	close(): Promise<void>;
}

export async function openPage(
	browser: Browser,
	origin: string,
	options: BrowserContextOptions = {},
): Promise<WatchedPage> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(15_000);
	const errors: string[] = [];
	const strays: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(String(error)));
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.origin !== origin && url.protocol !== "data:") strays.push(request.url());
	});
	return { page, errors, strays, close: () => context.close() };
}

/** Lists the serious and critical findings of axe-core on the current page, by rule and place. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
	await page.evaluate(axeSource);
	const { violations } = await page.evaluate(() => globalThis.axe.run());
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.flatMap(({ id, nodes }) =>
			nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary}`),
		);
}
