import type { Element, ElementContent, Root, RootContent } from "hast";
import { toMdast } from "hast-util-to-mdast";
import { replaceEach } from "../../../model/replace-each.ts";
import { readMoment } from "../../source/read-moment.ts";
import type { DocumentText } from "./document-text.ts";
import { parseHtml } from "./parse-html.ts";
import { printMarkdown } from "./print-markdown.ts";

/** Elements that are no part of the text, in the words of the report. */
const LEFT_OUT: Readonly<Record<string, string | null>> = {
	...{ nav: "navigation bar", header: null, footer: "page footer" },
	...{ iframe: "embedded page", object: "embedded object", embed: "embedded object" },
	...{ video: "video", audio: "sound", canvas: "drawing", svg: "drawing", math: null },
	...{ script: null, style: null, noscript: null, template: null, button: null, dialog: null },
	...{ select: null, input: null, textarea: null, link: null, meta: null, title: null },
};
const HEADING = /^h[1-6]$/;

const isElement = (node: RootContent | ElementContent): node is Element => node.type === "element";

function* walk(node: Root | Element): Generator<Element> {
	for (const child of node.children) {
		if (!isElement(child)) continue;
		yield child;
		yield* walk(child);
	}
}

function readText(node: Root | Element): string {
	const parts: string[] = [];
	const gather = ({ children }: Root | Element): void => {
		for (const child of children) {
			if (child.type === "text") parts.push(child.value);
			else if (isElement(child)) gather(child);
		}
	};
	gather(node);
	return replaceEach(parts.join(""), /\s+/g, " ").trim();
}

const propertyOf = ({ properties }: Element, name: string): string => String(properties[name] ?? "").trim();

/** What the head of a page says, by lower-case name: the first of each. */
function readMeta(elements: readonly Element[]): ReadonlyMap<string, string> {
	const meta = new Map<string, string>();
	for (const element of elements) {
		if (element.tagName !== "meta") continue;
		const name = (propertyOf(element, "name") || propertyOf(element, "property")).toLowerCase();
		const content = replaceEach(propertyOf(element, "content"), /\s+/g, " ");
		if (name !== "" && content !== "" && !meta.has(name)) meta.set(name, content);
	}
	return meta;
}

/** The part that the page is about: `main`, else its only article, else everything. */
function findContent(elements: readonly Element[]): Element | undefined {
	const articles = elements.filter(({ tagName }) => tagName === "article");
	return (
		elements.find((element) => element.tagName === "main" || propertyOf(element, "role") === "main") ??
		(articles.length === 1 ? articles[0] : undefined) ??
		elements.find(({ tagName }) => tagName === "body")
	);
}

const isHidden = ({ properties }: Element): boolean =>
	Boolean(properties.hidden) || properties.ariaHidden === "true";

/** Takes out what is no text, and counts what a reader could miss. */
function prune<Node extends Root | Element>(node: Node, lost: Map<string, number>): Node {
	const children = (node.children as ElementContent[]).flatMap((child): ElementContent[] => {
		if (child.type === "comment") return [];
		if (!isElement(child)) return [child];
		// The header of a page repeats its navigation; that of an article holds its title.
		const isKept =
			child.tagName === "header" && [...walk(child)].some(({ tagName }) => HEADING.test(tagName));
		if (isHidden(child) && child.tagName !== "input") return [];
		// The box of a task list.
		if (child.tagName === "input" && propertyOf(child, "type") === "checkbox") return [child];
		if (child.tagName in LEFT_OUT && !isKept) {
			const what = LEFT_OUT[child.tagName];
			if (what) lost.set(what, (lost.get(what) ?? 0) + 1);
			return [];
		}
		const kept = prune(child, lost);
		if (HEADING.test(node.type === "element" ? node.tagName : "") && isAnchor(kept))
			return ANCHOR_SIGN.test(readText(kept)) ? [] : kept.children;
		return [kept.tagName === "table" ? nameColumns(kept) : kept];
	});
	return { ...node, children };
}

/** Generators of pages let each heading link to itself, around its text or by a sign after it. */
const isAnchor = (element: Element): boolean =>
	element.tagName === "a" && /^(?:#|$)/.test(propertyOf(element, "href"));
const ANCHOR_SIGN = /^[¶#§🔗\u200b]*$/u;

/** Markdown has no table without a head: that of Word has none, and its first row says what is in the columns. */
function nameColumns(table: Element): Element {
	const inside = [...walk(table)];
	const first = inside.find(({ tagName }) => tagName === "tr");
	if (first === undefined || inside.some(({ tagName }) => tagName === "th")) return table;
	for (const cell of first.children) if (isElement(cell) && cell.tagName === "td") cell.tagName = "th";
	return table;
}

function firstMoment(meta: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
	for (const name of names) {
		const moment = readMoment(meta.get(name) ?? "");
		if (moment !== undefined) return moment;
	}
	return undefined;
}

const CREATED = ["article:published_time", "date", "dc.date", "dcterms.created", "dcterms.date", "created"];
const UPDATED = ["article:modified_time", "og:updated_time", "last-modified", "dcterms.modified", "modified"];

/** Reads a page: the text of its main part as Markdown, its title, and what its head says of it. */
export function readHtml(html: string): DocumentText {
	const root = parseHtml(html);
	const elements = [...walk(root)];
	const meta = readMeta(elements);
	const lost = new Map<string, number>();
	const content = findContent([...walk(prune(root, lost))]);
	const first = (tagName: string): string | undefined => {
		const found = elements.find((element) => element.tagName === tagName);
		return (found && readText(found)) || undefined;
	};
	const author = meta.get("author") ?? meta.get("dc.creator") ?? meta.get("article:author");
	const page = elements.find(({ tagName }) => tagName === "html");
	const language = page && propertyOf(page, "lang");
	return {
		title: first("title") ?? meta.get("og:title") ?? first("h1"),
		description: meta.get("description") ?? meta.get("og:description"),
		body: content ? printMarkdown(toMdast(content)) : "",
		tags: (meta.get("keywords") ?? "").split(",").flatMap((word) => word.trim() || []),
		facts: { ...(author !== undefined && { author }), ...(language && { language }) },
		createdAt: firstMoment(meta, CREATED),
		updatedAt: firstMoment(meta, UPDATED),
		losses: [...lost].map(([what, count]) => ({
			what,
			count,
			why: "It is no part of the text of the page.",
		})),
	};
}

const CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const HEAD = 2_048;

/** Decodes the bytes of a page: as it says itself, else as UTF-8, else as the code page of the early web. */
export function decodeHtml(bytes: Uint8Array): string {
	const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
	const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
	const labels = isWide
		? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"]
		: ["utf-8", CHARSET.exec(head)?.[1] ?? "windows-1252", "windows-1252"];
	for (const label of labels) {
		try {
			return new TextDecoder(label, { fatal: true }).decode(bytes);
		} catch {
			// Neither this encoding nor, perhaps, a known one.
		}
	}
	return new TextDecoder("latin1").decode(bytes);
}
