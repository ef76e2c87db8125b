import { createHash } from "node:crypto";
import type { FittedItem } from "../model/candidate.ts";
import type { ContextItem, ContextPayload, ContextSection } from "../model/payload.ts";
import { SECTIONS, type SectionLayout, type SectionType } from "../model/section.ts";

/** A piece of the text. Every piece ends in a newline and starts with neither white space nor a slash. */
export interface Part {
	readonly text: string;
	readonly layer: "workspace" | "turn";
	readonly section?: SectionType;
	/** Set when the piece is the text of an item; all other pieces are frame. */
	readonly item?: FittedItem;
}

export const OPENING = "## Current Context\n\n";
const NOTHING_FOUND = "_No relevant content found._\n\n";

export const headingOf = (layout: SectionLayout): string => `### ${layout.title}\n\n`;

export const overflowLine = (count: number): string =>
	`- ... and ${count} more that matched, left out for room: call search_ontology\n\n`;

export const closingOf = (query: string, now: string): string =>
	`---\n\nToday: ${now.slice(0, 10)}\nUser Query: ${query.trim()}\n`;

export interface AssembleInput {
	readonly query: string;
	readonly now: string;
	readonly fitted: readonly FittedItem[];
	/** The linked section is made of lines, some of them items. */
	readonly linked: readonly { readonly text: string; readonly item?: FittedItem }[];
	/** How many candidates of a section were left out for room. */
	readonly leftOut: ReadonlyMap<SectionType, number>;
	/** Sections that are shown even when nothing was found for them. */
	readonly expected: ReadonlySet<SectionType>;
}

function layOutSection(layout: SectionLayout, input: AssembleInput): Part[] {
	const { type, layer } = layout;
	const frame = (text: string): Part => ({ text, layer, section: type });
	if (type === "linked") return input.linked.map((line) => ({ ...line, layer, section: type }));
	const items = input.fitted.filter((item) => item.candidate.section === type);
	const leftOut = input.leftOut.get(type) ?? 0;
	if (items.length === 0 && leftOut === 0) {
		return input.expected.has(type) ? [frame(headingOf(layout)), frame(NOTHING_FOUND)] : [];
	}
	return [
		frame(headingOf(layout)),
		...items.map((item) => ({ text: item.chosen.text, layer, section: type, item })),
		...(leftOut > 0 ? [frame(overflowLine(leftOut))] : []),
	];
}

/** Lays the pieces out from what stays the same between turns to what does not; the question comes last. */
export function layOut(input: AssembleInput): readonly Part[] {
	return [
		{ text: OPENING, layer: "workspace" },
		...SECTIONS.flatMap((layout) => layOutSection(layout, input)),
		{ text: closingOf(input.query, input.now), layer: "turn" },
	];
}

const presentItem = (
	{ entity, candidate, scores, score, chosen }: FittedItem,
	tokens: number,
): ContextItem => ({
	id: entity.id,
	ref: entity.ref,
	kind: entity.kind,
	title: entity.title,
	version: entity.version,
	form: chosen.form,
	content: chosen.text,
	relevance: score,
	tokens,
	because: { collector: candidate.collector, path: candidate.path, scores, reason: candidate.reason },
	blockId: entity.id,
	blockType: entity.kind,
	metadata: { pageTitle: entity.title, lastModified: entity.updated_at },
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A piece with its tokens. Pieces end and start so that their counts add up, and are therefore counted once each. */
interface CountedPart extends Part {
	readonly tokens: number;
}

const tokensOf = (parts: readonly CountedPart[]): number => sum(parts.map((part) => part.tokens));

function describeSections(parts: readonly CountedPart[]): ContextSection[] {
	return SECTIONS.flatMap(({ type, title }) => {
		const own = parts.filter((part) => part.section === type);
		if (own.length === 0) return [];
		const items = own.flatMap((part) => (part.item ? [presentItem(part.item, part.tokens)] : []));
		const tokenCount = tokensOf(own);
		return [
			{ type, title, tokenCount, frameTokens: tokenCount - sum(items.map((item) => item.tokens)), items },
		];
	});
}

function describeLayers(parts: readonly CountedPart[]): ContextPayload["metadata"]["layers"] {
	return (["workspace", "turn"] as const).map((name) => {
		const own = parts.filter((part) => part.layer === name);
		const text = own.map((part) => part.text).join("");
		return {
			name,
			hash: createHash("sha256").update(text).digest("hex").slice(0, 16),
			tokens: tokensOf(own),
		};
	});
}

export interface Assembled extends Pick<ContextPayload, "sections" | "serialized"> {
	/** Counted on the final text, not added up. */
	readonly totalTokens: number;
	readonly frameTokens: number;
	readonly layers: ContextPayload["metadata"]["layers"];
}

/** The text and the account of it: what each piece costs, what it is there for. */
export function assembleContext(parts: readonly Part[], count: (text: string) => number): Assembled {
	const counted = parts.map((part) => ({ ...part, tokens: part.item?.chosen.tokens ?? count(part.text) }));
	const serialized = parts.map((part) => part.text).join("");
	const sections = describeSections(counted);
	const totalTokens = count(serialized);
	return {
		serialized,
		sections,
		totalTokens,
		frameTokens: totalTokens - sum(sections.map((section) => section.tokenCount)),
		layers: describeLayers(counted),
	};
}
