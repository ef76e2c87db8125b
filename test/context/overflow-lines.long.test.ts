import { expect, test } from "vitest";
import { layOutContext } from "../../src/context/build-context.ts";
import { readQuestion } from "../../src/context/model/read-question.ts";
import { listShownItems, writeDelta } from "../../src/context/write-delta.ts";
import type { ContextQuestion } from "../../src/open-skein.ts";
import { ANSWERED_QUESTIONS } from "../questions/answers.ts";
import { ASKED_QUESTIONS } from "../questions/asked.ts";
import { PROJECT_QUESTIONS_COMPARED } from "../questions/project-questions.ts";
import { RELATION_QUESTIONS_COMPARED } from "../questions/relation-questions.ts";
import { followHandle, type Handle, listHandles, listOwnLines, refsIn } from "../support/follow-handles.ts";
import { stageDemo } from "../support/stage-demo.ts";

const stage = stageDemo();

const PROJECTS = { heron: "Heron 2 bridge gauge", sallow: "Sallow valley flood warning" };
const FOCI = [
	"Re-cut the lid tool for the Lindqvist hinge",
	"The message path",
	"Heron 2 bridge gauge",
	"Priya Raghunathan",
	"Hinge change",
	"Who is who",
	"Move the lid hinge from Varga Stampings to Lindqvist Marine",
];
const MOST_ASKED = 25;

/** Questions of every kind, with and without a focus, with the usual room and with little. */
function* listQuestions(): Generator<ContextQuestion> {
	const plain = [ANSWERED_QUESTIONS, ASKED_QUESTIONS, RELATION_QUESTIONS_COMPARED].flatMap((set) =>
		set.slice(0, MOST_ASKED).map(({ query }) => query),
	);
	for (const query of plain) {
		yield { query };
		yield { query, budget: { total: 700 } };
	}
	for (const id of FOCI) {
		for (const query of ["What does this wait for?", "Why was the pilot moved?", "What is overdue?", ""]) {
			yield { query, focus: { id } };
			yield { query, focus: { id }, budget: { total: 900 } };
		}
		yield { query: "What is this?", mentions: [id] };
		yield { query: "What is this?", pins: [id], budget: { total: 500 } };
	}
	for (const { project, query } of PROJECT_QUESTIONS_COMPARED.slice(0, MOST_ASKED)) {
		if (!(project in PROJECTS)) continue;
		const projectId = PROJECTS[project as keyof typeof PROJECTS];
		yield { query, projectId };
		yield { query, projectId, budget: { total: 2_000 } };
	}
	yield { query: "Which projects are there?", recipe: "global" };
	yield { query: "", recipe: "calendar" };
}

const resolve = ({ projectId, focus, ...question }: ContextQuestion): ContextQuestion => {
	const { graph } = stage.maren.reader;
	const idOf = (name: string | undefined): string | undefined =>
		name === undefined ? undefined : graph.find(name)?.id;
	const aim = focus as { readonly id?: string } | undefined;
	return {
		...question,
		...(projectId !== undefined && { projectId: idOf(projectId) }),
		...(aim?.id !== undefined && { focus: { id: idOf(aim.id) } }),
	} as ContextQuestion;
};

const LABEL = 9;
const LEVEL = /^(#{2,4}) /;
/** A line above a group: "It is part of:". */
const IS_LABEL = /^[A-Z][^[\]{}|]*:$/;

const IS_ITEM = /^(?:- |\{|\[).*?(?:\[(?:id:)?|"id":")[0-9a-hjkmnp-tv-z]{8}[\]"]/;

/** Headings that nothing follows. */
function findOrphans(text: string): readonly string[] {
	const lines = listOwnLines(text.replaceAll(/^(`{3,})\n[\s\S]*?\n\1$|^>.*$/gm, "text")).filter(
		(line) => line !== "",
	);
	const levelOf = (line: string): number | undefined =>
		/^## (?:Current|Added) Context$/.test(line)
			? 1
			: (LEVEL.exec(line)?.[1]?.length ?? (IS_LABEL.test(line) ? LABEL : undefined));
	let around = 0;
	return lines.filter((line, at) => {
		const level = levelOf(line);
		const next = lines[at + 1] ?? "---";
		if (level !== undefined && level !== LABEL) around = level;
		// What a label says of a whole section is over the headings of that section.
		const over = level === LABEL ? around + 0.5 : level;
		return over !== undefined && (next === "---" || (levelOf(next) ?? Infinity) <= over);
	});
}

/** Whether the call returns what is left out: all of it, and besides it only what the context shows. */
async function explainMiss(
	handle: Handle,
	/** Refs of earlier messages: a later one names only what is new of a group. */
	earlier: ReadonlySet<string>,
): Promise<string | undefined> {
	const { tool, count, group, heading } = handle;
	const { refs, structured, text } = await followHandle(handle, stage.maren);
	// A text names others in its fields; the group holds what its lines and headings are about.
	const shown = refsIn(group.flatMap((line) => IS_ITEM.exec(line)?.[0] ?? []).join("\n"));
	const others = [...refs].filter((ref) => !shown.has(ref));
	const unseen = others.filter((ref) => !earlier.has(ref)).length;
	if (tool === "get_entity_details") return text === "" ? "an empty answer" : undefined;
	if (tool === "get_linked_entities" && heading.includes(" linked")) {
		const counts = structured.counts as Readonly<Record<string, number>>;
		const total = counts[/^### (.+) \(/.exec(heading)?.[1] ?? ""] ?? 0;
		const left = total - group.filter((line) => line.startsWith("- **")).length;
		return left >= count && (left === count || earlier.size > 0) ? undefined : `has ${left} others`;
	}
	if (tool === "list_entities" || tool === "run_query") {
		const left = Number(structured.total) - [...shown].filter((ref) => refs.has(ref)).length;
		return left >= count && unseen <= count ? undefined : `returns ${left} others, ${unseen} of them unseen`;
	}
	// A search returns its best 50; the rest is narrowed down.
	if (tool === "search_ontology")
		return Number(structured.total) >= count && others.length > 0 ? undefined : `finds ${structured.total}`;
	return others.length >= count || tool === "get_context" ? undefined : `returns ${others.length} others`;
}

test("[L15] no heading is without content, no section is empty, and each line that counts what is left out names a call that returns it", {
	timeout: 240_000,
}, async () => {
	const { maren } = stage;
	const faults = new Map<string, string>();
	const seen = new Set<string>();
	let counted = 0;
	let before: ReturnType<typeof listShownItems> = new Map();
	let earlier: ReadonlySet<string> = new Set();
	const check = async (
		text: string,
		query: string,
		which: string,
		known: ReadonlySet<string> = new Set(),
	): Promise<void> => {
		for (const orphan of findOrphans(text)) faults.set(`${which}: nothing below "${orphan}"`, query);
		if (which === "delta" && /^\{"/m.test(listOwnLines(text).join("\n")))
			faults.set("a line of JSON alone", query);
		if (text.includes("Name: You")) faults.set("Name: You", query);
		for (const handle of listHandles(text, query)) {
			counted += 1;
			const key = JSON.stringify([handle.tool, handle.input, handle.count, handle.heading]);
			if (seen.has(key)) continue;
			seen.add(key);
			const miss = handle.tool === "" ? "names no call" : await explainMiss(handle, known).catch(String);
			if (miss !== undefined) faults.set(`${which}: ${handle.heading} ${handle.line}: ${miss}`, query);
		}
	};
	for (const question of listQuestions()) {
		const request = readQuestion(resolve(question));
		const laidOut = await layOutContext({ reader: maren.reader, request }).catch(
			(error: { code?: string }) => {
				if (error.code === "budget_too_small") return undefined;
				throw error;
			},
		);
		if (laidOut === undefined) continue;
		await check(laidOut.payload.serialized, request.query, "context");
		const delta = writeDelta({ ...laidOut, shown: before, query: request.query });
		await check(delta.text, request.query, "delta", earlier);
		earlier = new Set([...earlier, ...refsIn(laidOut.payload.serialized)]);
		before = seen.size % 7 === 0 ? listShownItems(laidOut.payload) : delta.shown;
	}
	expect([...faults].map(([fault, query]) => `${fault} (${query})`)).toEqual([]);
	expect(counted).toBeGreaterThan(100);
});
