import { LRUCache } from "lru-cache";
import type { Passage } from "../../graph/model/cut-passages.ts";
import { type Entity, foldTitle } from "../../graph/model/entity.ts";
import { shortTitle } from "../../graph/model/kind.ts";
import type { QuestionWord } from "../../graph/model/question-word.ts";
import { readSummary } from "../../graph/model/stored-summary.ts";
import type {
	BlockPresentation,
	Candidate,
	EntityPresentation,
	Form,
	FormName,
	RankedItem,
	RenderedItem,
} from "../model/candidate.ts";
import { isLong } from "../model/field-blocks.ts";
import { remember } from "../model/remember.ts";
import { clipText, fenceText, inOneLine, quoteText } from "./fence-text.ts";
import { readPassages } from "./print-passages.ts";
import {
	makeFull,
	type Placed,
	printFolder,
	type RenderGraph,
	renderHeader,
	renderLight,
	renderTitle,
	scopeOf,
} from "./render-entity.ts";
import { renderMention, renderNote, renderOutline, renderTable } from "./render-presentations.ts";
import {
	clipToFit,
	type Printing,
	type Shorten,
	SizedForm,
	type Texts,
	type TokenCounter,
	UNCUT,
} from "./sized-form.ts";

/** No text has longer tokens than this on average; counting a book takes seconds, and no budget would hold it. */
const LONGEST_TOKEN = 20;

interface RenderInput {
	readonly graph: RenderGraph;
	readonly tokenizer: TokenCounter;
	readonly shorten: Shorten;
	readonly analyse: (text: string) => readonly string[];
	readonly words: readonly QuestionWord[];
	/** The whole budget: a text that certainly needs more is not even counted. */
	readonly mostTokens: number;
	readonly entities: ReadonlyMap<string, Entity>;
	/** How things are named in the text. */
	readonly ids: "ref" | "uuid";
}

/** The full form with its body cut to fit, the cut marked with its size and with how to get the rest. */
function clipEntity(
	entity: Entity,
	printing: Printing,
	makePrinter: () => (body: string) => string,
): Texts["clip"] {
	let renderFull: ((body: string) => string) | undefined;
	const print = (body: string, missing: number): string => {
		renderFull ??= makePrinter();
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n\n`;
		return renderFull(body) + rest;
	};
	const summary = readSummary(entity);
	return (tokens) => clipToFit(printing, { text: entity.body, summary, tokens, print });
}

function renderEntity(
	entity: Entity,
	presentation: EntityPresentation,
	printing: Printing,
	byPassages?: ReturnType<typeof renderByPassages>,
): Texts {
	const { richest, facts = [], textFirst = false } = presentation;
	const { scope } = printing;
	const light = (): [FormName, string] => ["light", `${renderLight(entity, scope, facts)}\n`];
	const title = (): [FormName, string] => [
		"title",
		renderTitle({ ...entity, title: shortTitle(scope.kind, entity.title) }, facts),
	];
	const makePrinter = (): ((body: string) => string) => makeFull(entity, scope, { textFirst });
	const full = (): [FormName, string] => ["full", `${makePrinter()(entity.body)}\n`];
	if (richest === "index")
		return { forms: () => [["title", renderIndexLine(entity, printing.tokenizer)]], clip: UNCUT };
	if (richest === "title") return { forms: () => [title()], clip: UNCUT };
	if (richest === "light") return { forms: () => [light(), title()], clip: UNCUT };
	const forms = () => [full(), light(), title()];
	return byPassages ? { forms, ...byPassages } : { forms, clip: clipEntity(entity, printing, makePrinter) };
}

/** A long text by the passages that were found, and cut down to the best of them where there is no room for more. */
function renderByPassages(
	entity: Entity,
	{ candidate, units = [] }: RankedItem,
	{ printing, input }: { readonly printing: Printing; readonly input: RenderInput },
): Pick<Texts, "clip" | "passages" | "reason"> | undefined {
	const { presentation } = candidate;
	if (presentation?.as !== "entity" || presentation.passages === undefined) return undefined;
	const inPart = units.flatMap(({ isInPart, ordinal }) => (isInPart ? (ordinal ?? []) : []));
	const text = readPassages(entity, {
		fieldKeys: presentation.fieldKeys ?? [],
		inPart: new Set(inPart),
		words: input.words,
		analyse: input.analyse,
	});
	const found = presentation.passages.filter(({ ordinal }) => ordinal < text.passages.length);
	const [best] = found;
	if (!isLong(text) || best === undefined) return undefined;
	const frame = (body: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n\n`;
		return renderHeader(entity) + fenceText(body) + (missing > 0 ? rest : "\n");
	};
	const print = (chosen: ReadonlySet<number>): Form => {
		const missing = text.countMissing(chosen);
		const form = missing > 0 ? "clipped" : "full";
		return new SizedForm(form, frame(text.print(chosen), missing), printing.tokenizer);
	};
	const whole = text.print(new Set([best.ordinal]));
	const clip: Texts["clip"] = (tokens) =>
		clipToFit(printing, {
			text: whole,
			tokens,
			print: (body, missing) => frame(body, text.length - (whole.length - missing)),
		});
	const reason = explainPassage({
		passage: text.passages[best.ordinal] as Passage,
		text: whole,
		names: text.names,
		words: candidate.words ?? [],
		analyse: input.analyse,
	});
	return {
		clip,
		passages: { found, lengthOf: text.lengthOf, print },
		...(reason !== undefined && { reason }),
	};
}

const AS_ENTITY: EntityPresentation = { as: "entity" };

function renderItem(item: RankedItem, read: Entity, input: RenderInput): Texts {
	const { presentation = AS_ENTITY, reference } = item.candidate;
	const { graph, ids, tokenizer, shorten } = input;
	const folder = graph.folderOf(read);
	const entity: Entity & Placed = folder === undefined ? read : { ...read, folder };
	const isArchived = (id: string): boolean => (graph.node(id)?.archived_at ?? null) !== null;
	const scope = { ...scopeOf(entity.kind, graph, ids), isArchived };
	const printing: Printing = { scope, tokenizer, shorten };
	if (presentation.as === "mention") return renderMention(entity, presentation, printing);
	if (reference) {
		const facts = presentation.as === "entity" ? presentation.facts : undefined;
		return renderEntity(entity, { as: "entity", richest: "title", ...(facts && { facts }) }, printing);
	}
	switch (presentation.as) {
		case "entity":
			return renderEntity(
				entity,
				presentation,
				printing,
				renderByPassages(entity, item, { printing, input }),
			);
		case "block":
			return renderBlock(entity, presentation, printing);
		case "outline":
			return renderOutline(entity, presentation, printing);
		case "table":
			return renderTable(entity, presentation, printing);
		case "note":
			return renderNote(entity, presentation, printing);
	}
}

/** Names the inputs of an item's printing that come from the graph as one reader sees it, and not from the question. */
function nameForms(
	{ presentation = AS_ENTITY, reference }: Candidate,
	{ id, version }: Entity,
	input: RenderInput,
): string | undefined {
	if (presentation.as !== "entity") return undefined;
	const { richest = "", facts = [], textFirst = false } = presentation;
	const printedFacts = facts.length === 0 ? "" : JSON.stringify(facts);
	const shape = reference ? "reference" : `${richest} ${textFirst}`;
	return `${numberOf(input.graph)} ${id} ${version} ${input.ids} ${input.tokenizer.name} ${shape} ${printedFacts}`;
}

const KEPT_CHARACTERS = 16_000_000;
const keptForms = new LRUCache<string, readonly Form[]>({ maxSize: KEPT_CHARACTERS });
let lastNumber = 0;

/** A view of the graph never changes, so its number identifies everything printed from it. */
const numberOf = remember((_: RenderGraph): number => {
	lastNumber += 1;
	return lastNumber;
});

/** All sizes; one that certainly fits nowhere is left out. */
function sizeForms(
	candidate: Candidate,
	entity: Entity,
	input: RenderInput,
	{ forms }: Texts,
): readonly Form[] {
	const longest = input.mostTokens * LONGEST_TOKEN;
	const name = nameForms(candidate, entity, input);
	let sized = name === undefined ? undefined : keptForms.get(name);
	if (sized === undefined) {
		sized = forms().map(([form, text]) => new SizedForm(form, text, input.tokenizer));
		const size = sized.reduce((sum, { text }) => sum + text.length, name?.length ?? 0);
		if (name !== undefined) keptForms.set(name, sized, { size: Math.max(1, size) });
	}
	return sized.filter(({ form, text }) => text.length <= longest || form !== "full");
}

/** Every item that may still be read, at its sizes, rich to poor. A size that is no shorter than a richer one is dropped. */
export function renderItems(ranked: readonly RankedItem[], input: RenderInput): readonly RenderedItem[] {
	return ranked.flatMap((item): RenderedItem[] => {
		const { candidate } = item;
		const entity = input.entities.get(candidate.subject.id);
		if (entity === undefined) return [];
		const texts = renderItem(item, entity, input);
		const sized = sizeForms(candidate, entity, input, texts);
		const kept: Form[] = [];
		for (const form of sized) {
			if (form.text.length < (kept.at(-1)?.text.length ?? Infinity)) kept.push(form);
		}
		const [richest, ...poorer] = kept;
		if (richest === undefined) return [];
		const { passages, reason } = texts;
		const explained = reason === undefined ? candidate : { ...candidate, reason };
		return [
			{
				...item,
				candidate: explained,
				forms: [richest, ...poorer],
				clip: texts.clip,
				...(passages && { passages }),
			},
		];
	});
}

const MOST_WORDS = 6;

/** Where a passage is: “Backoff values” under “Design details”. Nothing for one that is under no heading of its own. */
function nameHeadings(headings: readonly string[], names: ReadonlySet<string>): string {
	const [innermost, outer] = headings.filter((heading) => !names.has(foldTitle(heading))).reverse();
	if (innermost === undefined) return "";
	return outer === undefined ? `“${innermost}”` : `“${innermost}” under “${outer}”`;
}

/** Why a passage is there: where it is and which words of the question it holds. */
function explainPassage(input: {
	readonly passage: Passage;
	readonly text: string;
	/** The names of the entity: a heading that only repeats one gives no place. */
	readonly names: ReadonlySet<string>;
	/** The words of the question that occur in the entity, as they were typed. */
	readonly words: readonly string[];
	readonly analyse: (text: string) => readonly string[];
}): string | undefined {
	const { passage, text, names, words, analyse } = input;
	const place = nameHeadings(passage.headings, names);
	if (place === "") return undefined;
	const terms = new Set(analyse([...passage.headings, text].join(". ")));
	const held = words.filter((word) => analyse(word).some((term) => terms.has(term))).slice(0, MOST_WORDS);
	return held.length === 0 ? `${place} is close in meaning` : `${place} holds ${held.join(", ")}`;
}

const LIGHT_CLIP = 120;

/** Renders a block as it is in its text. The empty line after it keeps our own lines from being read as part of it. */
function renderBlock(entity: Entity, block: BlockPresentation, printing: Printing): Texts {
	const { blockKind, text, missing: unread, indent, trail, mark } = block;
	const label = mark === null ? "" : `[${trail.map(inOneLine).join(" > ")}] [${blockKind}] ← ${mark}\n`;
	const margin = "  ".repeat(indent);
	const print = (shown: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n`;
		return `${label}${quoteText(margin + shown)}${missing > 0 ? rest : ""}\n`;
	};
	const light: readonly [FormName, string] = ["light", print(clipText(text, LIGHT_CLIP), 0)];
	return {
		forms: () => (unread > 0 ? [light] : [["full", print(text, 0)], light]),
		clip: (tokens) =>
			clipToFit(printing, { text, tokens, print: (shown, missing) => print(shown, missing + unread) }),
	};
}

const MOST_TOKENS = 20;
/** No title of more characters fits; a long one is cut before it is counted. */
const LONGEST_TITLE = 100;

/** Renders title, id, kind and state in one line, which is enough to request the rest. */
function renderIndexLine(
	entity: Pick<Entity, "title" | "ref" | "kind" | "state_key"> & Placed,
	tokenizer: TokenCounter,
): string {
	const { title, ref, kind, state_key } = entity;
	const state = state_key === null ? "" : `, ${state_key}`;
	const print = (name: string): string => `- ${name} [${ref}] ${kind}${state}${printFolder(entity)}\n`;
	const name = inOneLine(title);
	const whole = print(name);
	if (name.length <= LONGEST_TITLE && tokenizer.count(whole) <= MOST_TOKENS) return whole;
	const words = name.slice(0, LONGEST_TITLE).split(" ");
	for (let kept = words.length - 1; kept > 0; kept -= 1) {
		const line = print(`${words.slice(0, kept).join(" ")} …`);
		if (tokenizer.count(line) <= MOST_TOKENS) return line;
	}
	// One long word, or a script without spaces.
	for (let length = LONGEST_TITLE; length > 1; length = Math.floor(length / 2)) {
		const line = print(`${[...name].slice(0, length).join("")}…`);
		if (tokenizer.count(line) <= MOST_TOKENS) return line;
	}
	return print("…");
}
