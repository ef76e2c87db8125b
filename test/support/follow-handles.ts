import { ALL_TOOLS } from "../../src/chat/tools/all-tools.ts";
import type { Session } from "../../src/graph/graph.ts";

/** A line that counts what is left out, and the call that it names. */
export interface Handle {
	readonly line: string;
	readonly count: number;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The lines above it, up to the heading of its group. */
	readonly group: readonly string[];
	readonly heading: string;
}

const COUNTED = /^(?:- \.\.\. and|…|_)\s?(\d+) more/;
const CALL = /: call `?([a-z_]+)`?(?: with (.+?))?[._]*$/;
const HEADING = /^#{2,4} |^[A-Z][^[\]]*:$/;
const IS_LINKED = /^### .+ \(\d+ linked/;
const REF = /\[(?:id:)?([0-9a-hjkmnp-tv-z]{8})\]|"id":"([0-9a-hjkmnp-tv-z]{8})"/g;

export const refsIn = (text: string): ReadonlySet<string> =>
	new Set([...text.matchAll(REF)].map(([, inBrackets, inJson]) => inBrackets ?? inJson ?? ""));

/** The lines that we wrote: those of fenced and quoted texts are somebody else's. */
export function listOwnLines(text: string): readonly string[] {
	const lines: string[] = [];
	let fence = "";
	for (const line of text.split("\n")) {
		const mark = /^(`{3,})/.exec(line)?.[1];
		if (fence === "" && mark !== undefined && !line.endsWith("json")) fence = mark;
		else if (fence !== "" && line === fence) fence = "";
		else if (fence === "" && !line.startsWith(">")) lines.push(line);
	}
	return lines;
}

function readInput(said: string | undefined, question: string): Record<string, unknown> {
	if (said === undefined) return {};
	if (said === "the question as query") return { query: question };
	if (said.startsWith("a larger max_tokens")) return { query: question, max_tokens: 20_000 };
	const query = /^query (".*")$/.exec(said)?.[1];
	if (query !== undefined) return { query: JSON.parse(query) };
	return Object.fromEntries(
		said.split(" and ").map((part) => {
			const [name = "", value = ""] = part.split(" ");
			return [name, name === "cursor" ? Number(value) : value];
		}),
	);
}

/** Every line of a context that counts what it leaves out; without a call it has no tool. */
export function listHandles(text: string, question: string): readonly Handle[] {
	const handles: Handle[] = [];
	let group: string[] = [];
	let heading = "";
	for (const line of listOwnLines(text)) {
		const count = COUNTED.exec(line)?.[1];
		if (count !== undefined) {
			const [, tool = "", said] = CALL.exec(line.trimEnd()) ?? [];
			handles.push({ line, count: Number(count), tool, input: readInput(said, question), group, heading });
		}
		// One call for all groups of linked entities, as their format wants it.
		const linked = /^_Descriptions and whatever is not listed: call `(\w+)` with entity_id (\w+)\._$/.exec(
			line,
		);
		if (linked) {
			const call = { tool: linked[1] ?? "", input: { entity_id: linked[2] } };
			for (const [at, handle] of handles.entries())
				if (handle.tool === "" && IS_LINKED.test(handle.heading)) handles[at] = { ...handle, ...call };
		}
		if (HEADING.test(line)) {
			heading = line;
			group = [];
		} else group.push(line);
	}
	return handles;
}

const MOST_PAGES = 40;

/** All that the tool returns for a call, over all of its pages. */
export async function followHandle({ tool: name, input }: Pick<Handle, "tool" | "input">, session: Session) {
	const tool = ALL_TOOLS.find((each) => each.name === name);
	if (tool === undefined || !("call" in tool)) throw new Error(`no tool ${name} that reads`);
	let text = "";
	let structured: Record<string, unknown> = {};
	for (let cursor = 0, page = 0; page < MOST_PAGES; page += 1) {
		const more = cursor === 0 ? {} : { cursor };
		const output = await tool.call({ ...input, ...more }, session);
		text += output.text;
		structured = output.structured as Record<string, unknown>;
		if (typeof structured.next_cursor !== "number") break;
		cursor = structured.next_cursor;
	}
	return { text, structured, refs: refsIn(text) };
}
