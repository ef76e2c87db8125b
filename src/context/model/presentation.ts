import type { BlockKind } from "../../graph/model/split-blocks.ts";

/** A piece of a page, note or document, printed in the order of its text. */
export interface BlockPresentation {
	readonly as: "block";
	readonly blockId: string;
	readonly blockKind: BlockKind;
	readonly text: string;
	/** How many characters of the block are not even in `text`, because no budget could hold them. */
	readonly missing: number;
	/** How deep it stands in a list. */
	readonly indent: number;
	/** The headings it stands under, outermost first, after the title of the page. */
	readonly trail: readonly string[];
	/** Why it stands there by itself; without it, it is a part of the text around it. */
	readonly mark: "in focus" | "asked for" | null;
}

/** A page, note or document in brief; its text stands in blocks of their own or not at all. */
export interface OutlinePresentation {
	readonly as: "outline";
	/** Where it stands: its project and what contains it, outermost first. */
	readonly path: readonly string[];
	readonly headings: readonly { readonly level: number; readonly text: string }[];
	/** The first paragraph. */
	readonly opening: string;
	readonly counts: Readonly<Partial<Record<BlockKind, number>>>;
}

/** A database: what its rows are made of and how many there are. */
export interface TablePresentation {
	readonly as: "table";
	/** What one row is called, and several. */
	readonly label: string;
	readonly plural: string;
	readonly fields: readonly { readonly name: string; readonly type: string }[];
	readonly rowCount: number;
}

/** A note as an excerpt in plain text. */
export interface NotePresentation {
	readonly as: "note";
	/** How many characters of it stand in the text at most. */
	readonly longest: number;
}

/** What a computed field holds: the first few, and how many more. */
export interface ComputedValue {
	readonly ids: readonly string[];
	readonly more: number;
}

/** An entity that was mentioned, or that one refers to, with its fields resolved. */
export interface MentionPresentation {
	readonly as: "mention";
	/** 0 for what was mentioned itself; at 2 only name and kind are told. */
	readonly depth: 0 | 1 | 2;
	/** The fields that lead to it, as "@Alice.team". */
	readonly via: readonly string[];
	/** By the name of the field; null for one whose query can't be run. */
	readonly computed: Readonly<Record<string, ComputedValue | null>>;
}
