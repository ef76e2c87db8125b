/// <reference lib="dom" />
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask } from "../support/browser-parts.ts";
import { describeInBrowser, type Row } from "../support/browser-stage.ts";
import { say } from "../support/model-script.ts";

/** HTML by which a page that showed it would fetch something, run something or lead somewhere. */
const htmlOf = (at: (name: string) => string): readonly string[] => [
	`<img src="${at("img")}" onerror="fetch('${at("onerror")}')">`,
	`<img srcset="${at("srcset")} 2x">`,
	`<picture><source srcset="${at("source")}"><img src="${at("picture")}"></picture>`,
	`<input type="image" src="${at("input")}">`,
	`<video src="${at("video")}" poster="${at("poster")}" autoplay></video>`,
	`<audio src="${at("audio")}" autoplay></audio>`,
	`<video><source src="${at("media")}"><track src="${at("track")}" default></video>`,
	`<iframe src="${at("iframe")}"></iframe>`,
	`<iframe srcdoc="<img src='${at("srcdoc")}'>"></iframe>`,
	`<object data="${at("object")}"></object>`,
	`<embed src="${at("embed")}">`,
	`<link rel="stylesheet" href="${at("stylesheet")}">`,
	`<link rel="prefetch" href="${at("prefetch")}">`,
	`<link rel="preload" as="image" href="${at("preload")}">`,
	`<link rel="icon" href="${at("icon")}">`,
	`<link rel="manifest" href="${at("manifest")}">`,
	`<style>@import "${at("import")}";</style>`,
	`<style>body { background: url(${at("background")}) } @font-face { font-family: x; src: url(${at("font")}) } * { font-family: x }</style>`,
	`<p style="background-image: url('${at("style")}')">words</p>`,
	`<div style="list-style: url(${at("list")}); display: list-item">words</div>`,
	`<table background="${at("table")}"><tr><td background="${at("cell")}">words</td></tr></table>`,
	`<svg><image href="${at("svg")}" /><use href="${at("use")}#a" /></svg>`,
	`<svg><style>* { fill: url(${at("fill")}#a) }</style><rect /></svg>`,
	`<svg onload="fetch('${at("onload")}')"></svg>`,
	`<script src="${at("script")}"></script>`,
	`<script>fetch("${at("inline")}")</script>`,
	`<script type="module">import "${at("module")}"</script>`,
	`<details open ontoggle="fetch('${at("toggle")}')">words</details>`,
	`<input autofocus onfocus="fetch('${at("focus")}')">`,
	`<form action="${at("form")}"><button autofocus>words</button></form>`,
	`<base href="${at("base")}/">`,
	`<math href="${at("math")}"><mtext>words</mtext></math>`,
];

/** Markdown by which the same could be tried. */
const markdownOf = (at: (name: string) => string): readonly string[] => [
	`![pixel](${at("markdown")})`,
	`![pixel][away]\n\n[away]: ${at("reference")}`,
	`[![pixel](${at("inside")})](${at("link")})`,
	`![[${at("embed-link")}]]`,
	"[harmless](javascript:fetch('/run'))",
	`[harmless](data:text/html,<img/src="${at("data")}">)`,
	`<${at("autolink")}>`,
	`[bank](${at("bank")})`,
];

/** A navigation, which no policy governs: the sanitizer alone keeps it out. */
const refreshOf = (at: (name: string) => string): string =>
	`<meta http-equiv="refresh" content="0;url=${at("refresh")}">`;

describeInBrowser("[U1] [P14] nothing leaves by rendering", (stage) => {
	const { call, visit } = stage;
	let elsewhere: Server;
	let origin = "";
	const arrived: string[] = [];
	const at = (name: string): string => `${origin}/${name}`;

	beforeAll(async () => {
		elsewhere = createServer((request, response) => {
			arrived.push(request.url ?? "");
			response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" });
			response.end("here");
		});
		await once(elsewhere.listen(0, "127.0.0.1"), "listening");
		origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
	});
	afterAll(() => elsewhere?.close());
	beforeEach(() => {
		arrived.length = 0;
	});

	/** Fetched parts come late: after the first drawing, and after the requests it made. */
	async function expectNothingLeft(page: Page): Promise<void> {
		await page.waitForLoadState("networkidle");
		await page.waitForTimeout(500);
		expect(arrived).toEqual([]);
	}

	async function expectPlain(page: Page, place: string): Promise<void> {
		const shown = page.locator(place);
		expect(
			await shown
				.locator("img, script, iframe, style, link, meta, object, embed, video, [style], svg use")
				.count(),
		).toBe(0);
		const links = await shown.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
		expect(links).toContain(at("bank"));
		for (const href of links) expect(href ?? "").not.toMatch(/^(?:javascript|data):/);
		await expectNothingLeft(page);
	}

	const everything = () => [...htmlOf(at), refreshOf(at), ...markdownOf(at)].join("\n\n");

	test("an answer is text, with the policy switched off", async () => {
		stage.provider.answerWith(() => say(everything()));
		await visit(
			async (page) => {
				await ask(page, "What does it say?");
				await page.getByRole("link", { name: /bank/ }).waitFor();
				await expectPlain(page, "article .prose");
			},
			{ bypassCSP: true },
		);
	});

	test("a text and its preview are text, with the policy switched off", async () => {
		const note = await call<Row>("/api/entities", "POST", {
			kind: "note",
			title: "Traps",
			body: everything(),
		});
		await visit(
			async (page) => {
				await page.getByRole("link", { name: /bank/ }).waitFor();
				await expectPlain(page, "[aria-label=Text] .prose");
				await page.getByRole("button", { name: "Edit the text" }).click();
				await page.getByRole("region", { name: "Preview" }).getByRole("link", { name: /bank/ }).waitFor();
				await expectPlain(page, "[aria-label=Preview] .prose");
			},
			{ path: `/entities/${note.ref}`, bypassCSP: true },
		);
	});

	/** Puts HTML into the page as a renderer without a sanitizer would; scripts in it are run, as far as they may. */
	const insert = (page: Page, html: readonly string[]) =>
		page.evaluate((pieces) => {
			for (const piece of pieces) {
				document.body.append(document.createRange().createContextualFragment(piece));
			}
		}, html);

	test("raw HTML in the page fetches nothing, by the policy alone", async () => {
		await visit(
			async (page) => {
				await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
				await insert(page, htmlOf(at));
				await expectNothingLeft(page);
			},
			{ expected: /./, tried: new RegExp(`^${origin}/`) },
		);
	});

	test("with neither, it would: what these tests look for can happen", async () => {
		await visit(
			async (page) => {
				await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
				await insert(page, htmlOf(at));
				await expect.poll(() => arrived.length, { timeout: 10_000 }).toBeGreaterThan(12);
			},
			{ bypassCSP: true, expected: /./, tried: new RegExp(`^${origin}/`) },
		);
	});
});
