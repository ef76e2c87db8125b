import { type Run, scanMarkdown } from "./scan-markdown.ts";

export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** A run of a text that is searched, ranked, shown and quoted as one. */
export interface Passage extends TextRange {
	/** The headings it is under, outermost first. */
	readonly headings: readonly string[];
	/** The line that a cut-off passage belongs to: the head of its table, or the line that leads to its list. */
	readonly lead?: TextRange;
	/** It is a part of a piece of code that is too long for one passage: it has no fence to be known by. */
	readonly isCode?: true;
}

/** About 220 tokens of prose, so that a passage with its title and headings stays below what small models read. */
export const LONGEST_PASSAGE = 1_000;
/** More would cost more than it says: it comes in front of every passage of the list. */
const LONGEST_LEAD = 300;
const MOST_HEADINGS = 6;
const SHORT_SECTION = 200;
const MOST_ABOVE = 100;
const LONGEST_JOINED = 700;

/** A text without any of these, and short, is one passage as it is. */
const NEEDS_SCAN = /<!--|%%|\]\(#|\[!\[|\]:[ \t]|^[ \t]*<\/?[a-z]/im;

/** From the best place to cut to the worst; each is tried within reach of the place aimed at. */
const SEAMS: readonly RegExp[] = [/\n\s*\n/g, /[.!?…。！？]["')\]]{0,3}\s/g, /\n/g, /\s/g];

/** Where to cut close to `aim`, after `start`: at the best seam nearby, and else right there, but inside no character. */
function findSeam(text: string, start: number, aim: number): number {
	const reach = Math.floor((aim - start) / 3);
	const from = aim - reach;
	const nearby = text.slice(from, aim);
	for (const seam of SEAMS) {
		let last = -1;
		for (const match of nearby.matchAll(seam)) last = from + match.index + match[0].length;
		if (last > start) return last;
	}
	return /[\uD800-\uDBFF]/.test(text[aim - 1] ?? "") ? aim - 1 : aim;
}

/** A run that is too long, cut into parts of about the same length: a short rest would have almost nothing to be found by. */
function* cutLong(text: string, { start, end }: TextRange): Generator<TextRange> {
	let from = start;
	while (end - from > LONGEST_PASSAGE) {
		const parts = Math.ceil((end - from) / LONGEST_PASSAGE);
		const aim = from + Math.min(LONGEST_PASSAGE, Math.ceil((end - from) / parts) + LONGEST_PASSAGE / 10);
		const seam = findSeam(text, from, Math.min(aim, end));
		yield { start: from, end: seam };
		from = seam;
	}
	if (text.slice(from, end).trim() !== "") yield { start: from, end };
}

/** The runs under one heading, or between two things that are left out. */
interface Section {
	readonly headings: readonly string[];
	readonly runs: readonly Run[];
	/** Where its own heading begins, if nothing that is left out lies between that and its text. */
	readonly headingStart: number | undefined;
}

type OpenHeading = Pick<Run, "level" | "listIndent"> & { readonly title: string };

/** Checks whether a run is a sibling of a heading that is an entry of a list, and not below it. */
const endsHeading = ({ kind, level }: Run, heading: OpenHeading | undefined): boolean =>
	kind === "item" && heading?.listIndent !== undefined && level <= heading.listIndent;

function* listSections(runs: readonly Run[]): Generator<Section> {
	const path: OpenHeading[] = [];
	let [headings, headingStart]: [readonly string[], number | undefined] = [[], undefined];
	let own: Run[] = [];
	const close = (): Section[] => {
		const section = { headings, runs: own, headingStart };
		own = [];
		headingStart = undefined;
		return section.runs.length > 0 ? [section] : [];
	};
	const readPath = (): readonly string[] => path.map(({ title }) => title).slice(-MOST_HEADINGS);
	for (const run of runs) {
		if (run.kind === "heading") {
			yield* close();
			while ((path.at(-1)?.level ?? 0) >= run.level) path.pop();
			const { level, title = "", listIndent } = run;
			path.push({ level, title, ...(listIndent !== undefined && { listIndent }) });
			headings = readPath();
			headingStart = run.start;
		} else if (run.kind === "aside") yield* close();
		else {
			if (endsHeading(run, path.at(-1))) {
				yield* close();
				while (endsHeading(run, path.at(-1))) path.pop();
				headings = readPath();
			}
			own.push(run);
		}
	}
	yield* close();
}

const startOf = ({ runs }: Section): number => (runs[0] as Run).start;
const endOf = ({ runs }: Section): number => (runs.at(-1) as Run).end;

const shareHeadings = (a: readonly string[], b: readonly string[]): readonly string[] => {
	const differs = a.findIndex((heading, index) => heading !== b[index]);
	return differs < 0 ? a : a.slice(0, differs);
};

/** Short sections in a row as one, their headings inside: "None." alone would be found as if it said much. */
function* joinShort(sections: Iterable<Section>): Generator<Section> {
	let open: Section | undefined;
	for (const section of sections) {
		const shared = open === undefined ? [] : shareHeadings(open.headings, section.headings);
		const isNear =
			open !== undefined &&
			section.headingStart !== undefined &&
			shared.length >= section.headings.length - 1 &&
			Math.min(endOf(open) - startOf(open), endOf(section) - startOf(section)) <= SHORT_SECTION &&
			endOf(section) - startOf(open) <= LONGEST_JOINED;
		if (open !== undefined && isNear) {
			const from = open.headingStart ?? startOf(open);
			const whole: Run = { kind: "text", start: from, end: endOf(section), level: 0 };
			open = { headings: shared, runs: [whole], headingStart: from };
			continue;
		}
		if (open !== undefined) yield open;
		open = section;
	}
	if (open !== undefined) yield open;
}

/** Finds the line that a run belongs to: the head of its table, the entry above, the line before its list. */
function findLead(
	text: string,
	runs: readonly Run[],
	{ at, first }: { readonly at: number; readonly first: number },
): TextRange | undefined {
	const { kind, level } = runs[at] as Run;
	if (kind !== "row" && kind !== "item") return undefined;
	// An entry further up leads to this one no more; looking through all of a long list each time would take its square.
	for (let above = at - 1; kind === "item" && above >= Math.max(first, at - MOST_ABOVE); above -= 1) {
		const { level: outer, start, end } = runs[above] as Run;
		if (outer < level) return { start, end: cutLead(text, start, end) };
	}
	if (kind === "row") {
		const head = runs[first] as Run;
		const end = (runs[first + 1] as Run | undefined)?.end ?? head.end;
		return at <= first + 1 ? undefined : { start: head.start, end: cutLead(text, head.start, end) };
	}
	const before = runs[first - 1];
	if (before?.kind !== "text") return undefined;
	const introduces = text.slice(before.start, before.end).trimEnd().endsWith(":");
	const isShort = before.end - before.start <= LONGEST_LEAD;
	return introduces && isShort ? { start: before.start, end: before.end } : undefined;
}

const cutLead = (text: string, start: number, end: number): number =>
	end - start <= LONGEST_LEAD ? end : findSeam(text, start, start + LONGEST_LEAD);

function* packSection(text: string, { headings, runs }: Section): Generator<Passage> {
	const whole = (runs.at(-1) as Run).end - (runs[0] as Run).start;
	const aim = Math.min(
		LONGEST_PASSAGE,
		Math.ceil(whole / Math.ceil(whole / LONGEST_PASSAGE)) + LONGEST_PASSAGE / 10,
	);
	let open: { start: number; end: number; lead: TextRange | undefined } | undefined;
	const close = (): Passage[] => {
		if (open === undefined) return [];
		const { start, end, lead } = open;
		open = undefined;
		return [{ start, end, headings, ...(lead && { lead }) }];
	};
	let first = 0;
	for (const [at, run] of runs.entries()) {
		if (run.kind !== runs[at - 1]?.kind) first = at;
		if (open !== undefined && run.end - open.start <= aim) {
			open.end = run.end;
			continue;
		}
		yield* close();
		const lead = findLead(text, runs, { at, first });
		if (run.end - run.start <= LONGEST_PASSAGE) open = { start: run.start, end: run.end, lead };
		else {
			const isCode = run.kind === "code" && ({ isCode: true } as const);
			for (const part of cutLong(text, run)) yield { ...part, headings, ...(lead && { lead }), ...isCode };
		}
	}
	yield* close();
}

/**
 * Cuts a Markdown text into passages: at headings, then between paragraphs, list entries and table rows, and inside of one
 * only where it is too long. Comments, tables of contents and badges are left out. Nothing else is, however long the text.
 */
export function cutPassages(text: string): readonly Passage[] {
	if (text.trim() === "") return [];
	if (text.length <= LONGEST_PASSAGE && !NEEDS_SCAN.test(text))
		return [{ start: 0, end: text.length, headings: [] }];
	const passages: Passage[] = [];
	for (const section of joinShort(listSections(scanMarkdown(text)))) {
		for (const passage of packSection(text, section)) passages.push(passage);
	}
	return passages;
}
