/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { root } from "../../scripts/project.mjs";
import { chooseModel } from "./choose-model.ts";
import { chromiumPath, findBarriers, openBrowser, openPage } from "./open-browser.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.ts";
import { type ServedDemo, serveDemo } from "./serve-demo.ts";

export const PHONE: BrowserContextOptions = {
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
};

/** Where to keep pictures of every state, to be looked at; none are taken without it. */
const pictures = process.env.SKEIN_SCREENSHOTS;

/** Of a page that failed a check, so many characters are printed. */
const MOST_SHOWN = 12_000;

export interface VisitOptions extends BrowserContextOptions {
	/** The page to begin with, once signed in. */
	readonly path?: string;
	/** The path of the sign-in link to come in by; the owner's otherwise, and none for null. */
	readonly signIn?: string | null;
	/** Another server than the suite's own. */
	readonly url?: string;
	/** Errors on the console that belong to what is tried. */
	readonly expected?: RegExp;
	/** Requests elsewhere that are tried, and watched where they would arrive. */
	readonly tried?: RegExp;
}

/** Everything a suite plays on: the demo behind a real server, a scripted model, a browser. */
export interface Stage {
	readonly served: ServedDemo;
	readonly provider: ScriptedModelServer;
	/** Runs with a page of its own, and then checks that the page caused no error and no foreign request. */
	readonly visit: (work: (page: Page) => Promise<void>, options?: VisitOptions) => Promise<void>;
	/** Calls the API as the person who sits at the browser. */
	readonly call: <T>(path: string, method?: string, body?: object) => Promise<T>;
	/** The entity of that title. */
	readonly find: (title: string) => Promise<Row>;
}

export interface Row {
	readonly id: string;
	readonly ref: string;
	readonly title: string;
	readonly version: number;
	readonly state_key: string | null;
	readonly body: string;
	readonly description: string;
}

/**
 * Waits for animations: an element that fades in has a different contrast. Spinners never end and are not waited for.
 */
const settle = (page: Page): Promise<void> =>
	page.evaluate(async () => {
		const ending = document.getAnimations().filter((animation) => {
			return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
		});
		await Promise.allSettled(ending.map((animation) => animation.finished));
	});

/** Checks accessibility, and takes a picture for people to look at. */
export async function inspect(page: Page, name: string): Promise<void> {
	await settle(page);
	if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
	expect(await findBarriers(page)).toEqual([]);
}

/** On a phone nothing may be wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);
}

/** A suite in a browser; where there is none it is counted as skipped, with the remedy. */
export function describeInBrowser(name: string, suite: (stage: Stage) => void): void {
	const remedy = " (skipped: CHROMIUM_PATH is not set; install Chromium or name one)";
	describe.skipIf(chromiumPath === undefined)(name + (chromiumPath === undefined ? remedy : ""), () => {
		vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });
		const stage = new OpenStage();
		beforeAll(() => stage.open());
		afterAll(() => stage.close());
		suite(stage);
	});
}

class OpenStage implements Stage {
	#browser: Browser | undefined;
	#served: ServedDemo | undefined;
	#provider: ScriptedModelServer | undefined;
	#credential: Promise<string> | undefined;

	get served(): ServedDemo {
		return expectOpen(this.#served);
	}

	get provider(): ScriptedModelServer {
		return expectOpen(this.#provider);
	}

	async open(): Promise<void> {
		this.#provider = await startScriptedModelServer();
		const environment = {
			ANTHROPIC_API_KEY: "secret",
			ANTHROPIC_BASE_URL: this.#provider.url,
			SKEIN_MODEL_IMAGES: "on",
		};
		[this.#served, this.#browser] = await Promise.all([
			serveDemo({
				model: chooseModel({ environment, patience: { retries: 0 } }),
				webFolder: join(root, "dist/web"),
			}),
			openBrowser(),
		]);
		if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
	}

	async close(): Promise<void> {
		await this.#browser?.close();
		await this.#served?.close();
		await this.#provider?.close();
	}

	visit = async (work: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> => {
		const { path, signIn, url = this.served.url, expected = /^$/, tried = /^$/, ...contextOptions } = options;
		const watched = await openPage(expectOpen(this.#browser), url, contextOptions);
		try {
			const link = signIn === undefined ? await this.served.signInPath() : signIn;
			if (link !== null) await watched.page.goto(url + link);
			if (link === null || path !== undefined) await watched.page.goto(url + (path ?? "/"));
			await work(watched.page).catch((error: unknown) => showPage(watched.page, error));
			expect(watched.errors.filter((error) => !expected.test(error))).toEqual([]);
			expect(watched.strays.filter((stray) => !tried.test(stray))).toEqual([]);
		} finally {
			await watched.close();
		}
	};

	call = async <T>(path: string, method = "GET", body?: object): Promise<T> => {
		this.#credential ??= this.served.credential();
		const response = await fetch(this.served.url + path, {
			method,
			headers: { authorization: `Bearer ${await this.#credential}`, "content-type": "application/json" },
			...(body && { body: JSON.stringify(body) }),
		});
		return (await response.json()) as T;
	};

	find = async (title: string): Promise<Row> => {
		const { entities } = await this.call<{ entities: Row[] }>(`/api/entities?q=${encodeURIComponent(title)}`);
		const found = entities.find((entity) => entity.title === title);
		if (found === undefined) throw new Error(`The demo has nothing called ${title}.`);
		return found;
	};
}

/** A time limit names what was waited for and not what was there instead: the page is added to the failure. */
async function showPage(page: Page, error: unknown): Promise<never> {
	if (error instanceof Error) {
		const shown = await page.locator("body").ariaSnapshot({ timeout: 5_000 });
		error.message += `\nThe page at that moment:\n${shown.slice(0, MOST_SHOWN)}`;
	}
	throw error;
}

function expectOpen<T>(part: T | undefined): T {
	if (part === undefined) throw new Error("The stage is used before it is open.");
	return part;
}
