import type { ContextPayload } from "../context/model/payload.ts";

/** A set that the question asked for by a rule, as the context lists it. */
export interface AskedList {
	readonly heading: string;
	/** How many there are; more than are listed where there was no room. */
	readonly total: number;
	/** Title with id, state and dates, without the kind where all are of one. */
	readonly lines: readonly string[];
}

const SECTION = "### Related Content\n\n";
const LIST = /^#### (.+) \((\d+)\)\n\n((?:- \[.+\n)*)/gm;
const LINE = /^- \[([^\]]+)\] (\*\*.+\*\* \[\w+\])(.*)$/;

/** The text without that of its items: a note that is written like a list must not be read as one. */
function readFrame({ sections, serialized }: ContextPayload): string {
	const texts = sections.flatMap(({ items }) => items).filter(({ form }) => form !== "title");
	return texts.reduce((frame, { content }) => frame.replace(content, () => ""), serialized);
}

function printLines(text: string): readonly string[] {
	const lines = text.split("\n").flatMap((line) => {
		const [, kind = "", name, facts = ""] = LINE.exec(line) ?? [];
		return name === undefined ? [] : [{ kind, rest: name + facts.replaceAll("_", " ") }];
	});
	const isMixed = new Set(lines.map(({ kind }) => kind)).size > 1;
	return lines.map(({ kind, rest }) => (isMixed ? `- ${kind}: ${rest}` : `- ${rest}`));
}

/** What was asked for by a rule, one list for each rule; none where the question asks otherwise. */
export function readAskedLists(payload: ContextPayload): readonly AskedList[] {
	const frame = readFrame(payload);
	const start = frame.lastIndexOf(SECTION);
	if (start < 0) return [];
	return [...frame.slice(start + SECTION.length).matchAll(LIST)].map(
		([, heading = "", total, lines = ""]) => ({
			heading,
			total: Number(total),
			lines: printLines(lines),
		}),
	);
}
