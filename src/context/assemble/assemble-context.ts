import { createHash } from "node:crypto";
import {
	type FittedItem,
	keyOf,
	type LayerName,
	type RankedItem,
	SECTIONS,
	type SectionLayout,
	type SectionType,
	type Subject,
} from "../model/candidate.ts";
import type { ItemGroup, PieceRole, ShrinkableLine, ShrinkablePart } from "../model/findings.ts";
import type { ContextItem, ContextPayload, ContextSection } from "../model/payload.ts";

/** A piece of the text. Every piece ends in a newline and starts with neither white space nor a slash. */
export interface Part {
	readonly text: string;
	readonly tokens: number;
	readonly layer: LayerName;
	readonly section?: SectionType;
	/** Set when the piece is the text of an item; all other pieces are frame. */
	readonly item?: FittedItem;
	readonly role?: PieceRole;
	/** The text of an item outside of the block that it is a line of. */
	readonly alone?: string;
}

/** A heading is over all pieces up to the next one that is not below it. */
const SECTION_LEVEL = 0;
const GROUP_LEVEL = 1;

export const OPENING = "## Current Context\n\n";

/** Counts the items that found no room together with their headings. It goes at the end, where it moves no cached text. */
export const printUnplaced = (count: number): string =>
	`- ... and ${count} more left out for room: call get_context with a larger max_tokens, or search_ontology\n\n`;

export const closingOf = (query: string, today: string): string =>
	`---\n\nToday: ${today}\nUser Query: ${query.trim()}\n`;

export interface LayOutInput {
	readonly query: string;
	/** The reader's day, as YYYY-MM-DD. */
	readonly today: string;
	readonly items: readonly FittedItem[];
	/** Sections are made of these, in this order. */
	readonly parts: readonly (ItemGroup | ShrinkablePart)[];
	readonly digests: readonly {
		readonly digest: ShrinkablePart;
		readonly lines: readonly (ShrinkableLine & { readonly tokens: number })[];
	}[];
	readonly missing: ReadonlyMap<ItemGroup, number>;
	readonly unplaced: number;
	/** Ranks a line of a digest, for the case that its entity appears nowhere else. */
	readonly rank: (line: NonNullable<ShrinkableLine["candidate"]>) => RankedItem;
	readonly count: (text: string) => number;
}

/** That nothing was found here is an answer. */
const MATCHES: SectionType = "semantic";

class Layout {
	readonly parts: Part[] = [];
	readonly #input: LayOutInput;
	/** Entities whose text appears somewhere; a line that only names one of them counts as frame. */
	readonly #shown: Set<string>;

	constructor(input: LayOutInput) {
		this.#input = input;
		this.#shown = new Set(
			input.items.flatMap(({ candidate }) => (candidate.reference ? [] : [candidate.subject.id])),
		);
	}

	addFrame(text: string, layer: LayerName, section?: SectionType, role?: PieceRole): void {
		if (text === "") return;
		const tokens = this.#input.count(text);
		this.parts.push({ text, tokens, layer, ...(section && { section }), ...(role && { role }) });
	}

	addSection(layout: SectionLayout): void {
		const { type, layer } = layout;
		const before = this.parts.length;
		for (const part of this.#input.parts) {
			if (part.section !== type) continue;
			if (part.type === "group") this.#addGroup(part, layer);
			else this.#addDigest(part, layer);
		}
		if (this.parts.length === before || layout.opening === "") return;
		const tokens = this.#input.count(layout.opening);
		const role = { is: "heading", level: SECTION_LEVEL } as const;
		this.parts.splice(before, 0, { text: layout.opening, tokens, layer, section: type, role });
	}

	#addGroup(group: ItemGroup, layer: LayerName): void {
		const missing = this.#input.missing.get(group);
		if (missing === undefined) return;
		const { section } = group;
		const items = this.#input.items.filter(
			({ candidate }) => candidate.section === section && candidate.group === group.key,
		);
		const inOrder = [...items].sort(group.order === "score" ? textsFirst : byPosition);
		const heading = { is: "heading", level: GROUP_LEVEL } as const;
		if (items.length > 0 || group.linesOnly === undefined)
			this.addFrame(group.heading, layer, section, heading);
		for (const item of inOrder) this.#addItem(item, layer);
		if (missing > 0)
			this.addFrame(group.printMissing(missing), layer, section, { is: "rest", level: GROUP_LEVEL });
		else if (items.length === 0)
			this.addFrame(
				group.whenEmpty ?? "",
				layer,
				section,
				section === MATCHES ? { is: "answer" } : undefined,
			);
	}

	#addItem(item: FittedItem, layer: LayerName): void {
		const { candidate, chosen } = item;
		const isShown = candidate.reference && this.#shown.has(candidate.subject.id);
		if (candidate.reference) this.#shown.add(candidate.subject.id);
		const { text, tokens } = chosen;
		this.parts.push({ text, tokens, layer, section: candidate.section, ...(!isShown && { item }) });
	}

	#addDigest(digest: ShrinkablePart, layer: LayerName): void {
		const { section } = digest;
		const placed = this.#input.digests.find((entry) => entry.digest === digest);
		for (const { text, tokens, candidate, role, alone } of placed?.lines ?? []) {
			const isNew = candidate !== undefined && !this.#shown.has(candidate.subject.id);
			if (candidate) this.#shown.add(candidate.subject.id);
			const item = isNew && {
				...this.#input.rank(candidate),
				chosen: { form: "title" as const, text, tokens },
			};
			this.parts.push({
				...{ text, tokens, layer, section },
				...(item && { item }),
				...(role && { role }),
				...(alone !== undefined && { alone }),
			});
		}
	}
}

/** A line between two texts reads as the beginning of the second. */
const textsFirst = (a: FittedItem, b: FittedItem): number =>
	Number(a.chosen.form === "title") - Number(b.chosen.form === "title");

const byPosition = (a: FittedItem, b: FittedItem): number => a.candidate.position - b.candidate.position;

/** Lays the pieces out from what stays the same between turns to what does not; the question comes last. */
export function layOut(input: LayOutInput): readonly Part[] {
	const layout = new Layout(input);
	layout.addFrame(OPENING, "system");
	for (const section of SECTIONS) layout.addSection(section);
	if (input.unplaced > 0) layout.addFrame(printUnplaced(input.unplaced), "turn");
	layout.addFrame(closingOf(input.query, input.today), "turn");
	return layout.parts;
}

const LAYERS: readonly LayerName[] = ["system", "workspace", "history", "turn"];
const HASH_LENGTH = 16;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const tokensOf = (parts: readonly Part[]): number => sum(parts.map((part) => part.tokens));
const textOf = (parts: readonly Part[]): string => parts.map((part) => part.text).join("");

/** Returns the names of the containers of an entity, outermost first. */
type TrailOf = (subject: Subject) => readonly string[];

function presentItem({ candidate, scores, score, chosen }: FittedItem, trailOf: TrailOf): ContextItem {
	const { subject, collector, path, reason, presentation } = candidate;
	const block = presentation?.as === "block" ? presentation : undefined;
	return {
		id: subject.id,
		ref: subject.ref,
		kind: subject.kind,
		title: subject.title,
		version: subject.version,
		form: chosen.form,
		content: chosen.text,
		relevance: score,
		tokens: chosen.tokens,
		because: { collector, path, scores, reason },
		blockId: keyOf(candidate),
		blockType: block?.blockKind ?? subject.kind,
		metadata: {
			pageTitle: subject.title,
			path: block?.trail ?? trailOf(subject),
			lastModified: subject.updated_at,
		},
	};
}

function describeSections(parts: readonly Part[], trailOf: TrailOf): ContextSection[] {
	return SECTIONS.flatMap(({ type, title }) => {
		const own = parts.filter((part) => part.section === type);
		if (own.length === 0) return [];
		const items = own.flatMap((part) => (part.item ? [presentItem(part.item, trailOf)] : []));
		const tokenCount = tokensOf(own);
		return [
			{ type, title, tokenCount, frameTokens: tokenCount - sum(items.map((item) => item.tokens)), items },
		];
	});
}

/** Each layer that has text, with the hash a prompt cache would know it by. */
function describeLayers(parts: readonly Part[]): ContextPayload["metadata"]["layers"] {
	return LAYERS.flatMap((name) => {
		const own = parts.filter((part) => part.layer === name);
		if (own.length === 0) return [];
		const hash = createHash("sha256").update(textOf(own)).digest("hex").slice(0, HASH_LENGTH);
		return [{ name, hash, tokens: tokensOf(own) }];
	});
}

export interface Assembled extends Pick<ContextPayload, "sections" | "serialized"> {
	readonly totalTokens: number;
	readonly frameTokens: number;
	readonly layers: ContextPayload["metadata"]["layers"];
}

/**
 * The text and the account of it: what each piece costs, what it is there for. Pieces end and start so that no token
 * spans two of them, which is why the whole need not be counted again.
 */
export function assembleContext(parts: readonly Part[], trailOf: TrailOf): Assembled {
	const sections = describeSections(parts, trailOf);
	const totalTokens = tokensOf(parts);
	return {
		serialized: textOf(parts),
		sections,
		totalTokens,
		frameTokens: totalTokens - sum(sections.map((section) => section.tokenCount)),
		layers: describeLayers(parts),
	};
}
