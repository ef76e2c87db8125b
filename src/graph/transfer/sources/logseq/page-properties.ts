import type { Json, JsonObject } from "../../../model/json.ts";
import { replaceEach } from "../../../model/replace-each.ts";

/** Logseq's page properties: `alias:: One, Two` in the first lines. They stay in the body, which is where they live. */
const PROPERTY = /^([\p{L}_-][\p{L}\p{N}_./-]*):: ?(.*)$/u;
const MOST_LINES = 50;
/** How Logseq shows a page, and nothing that its writer says of it. */
const INTERNAL =
	/^(?:id|collapsed|icon|heading|public|filters|exclude-from-graph-view|template(?:-including-parent)?|background-(?:color|image)|query-.*|card-.*|ls-type|hl-.*|logseq\..*)$/;
/** One value of a list of links and tags. */
const LINKED = /#?\[\[([^[\]\n]{1,500})\]\]|#([^\s#,[\]]{1,200})/y;
const BETWEEN = /[\s,]*/y;

type Properties = readonly (readonly [key: string, value: string])[];

/** The first block may be a bullet, which says it of the page all the same. */
function readLines(body: string): Properties {
	const lines = body.split("\n", MOST_LINES);
	const isBullet = /^- [^\n]{0,200}::/.test(lines[0] ?? "");
	const properties: [string, string][] = [];
	for (const [at, written] of lines.entries()) {
		const indent = isBullet ? (at === 0 ? "- " : "  ") : "";
		const match = written.startsWith(indent) ? PROPERTY.exec(written.slice(indent.length).trimEnd()) : null;
		if (match === null) break;
		properties.push([(match[1] ?? "").toLowerCase(), match[2] ?? ""]);
	}
	return properties;
}

/** The links and tags of a value that is a list of these, each as `[[link]]`; undefined of all else. */
function readLinks(value: string): readonly string[] | undefined {
	const links: string[] = [];
	for (let at = 0; at < value.length; ) {
		LINKED.lastIndex = at;
		const match = LINKED.exec(value);
		if (match === null) return undefined;
		links.push(`[[${(match[1] ?? match[2] ?? "").trim()}]]`);
		BETWEEN.lastIndex = LINKED.lastIndex;
		at = LINKED.lastIndex + (BETWEEN.exec(value)?.[0].length ?? 0);
	}
	return links.length === 0 ? undefined : links;
}

/** What a page says of itself, as texts without the brackets of links. */
export const readPageProperties = (body: string): JsonObject =>
	Object.fromEntries(readLines(body).map(([key, value]) => [key, replaceEach(value, /\[\[|\]\]/g, "")]));

/** The same as fields that can be typed: links as links, one by one, and nothing that only Logseq needs. */
export const readPageFields = (body: string): JsonObject =>
	Object.fromEntries(
		readLines(body).flatMap(([key, value]): [string, Json][] =>
			INTERNAL.test(key) || value.trim() === "" ? [] : [[key, readLinks(value.trim()) ?? value.trim()]],
		),
	);
