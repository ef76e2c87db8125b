import type { BlockKind } from "../../graph/model/split-blocks.ts";

/** A piece of a page, note or document, printed in the order of its text. */
export interface BlockPresentation {
	readonly as: "block";
	readonly blockId: string;
	readonly blockKind: BlockKind;
	readonly text: string;
	/** How many characters of the block are not even in `text`, because no budget could hold them. */
	readonly missing: number;
	/** Its depth in a list. */
	readonly indent: number;
	/** The headings above it, outermost first, after the title of the page. */
	readonly trail: readonly string[];
	/** The reason why it is marked; null for a block that is part of the text around it. */
	readonly mark: "in focus" | "asked for" | null;
}

/** A page, note or document in brief; its text is in blocks of their own or not shown. */
export interface OutlinePresentation {
	readonly as: "outline";
	/** Its project and its containers, outermost first. */
	readonly path: readonly string[];
	readonly headings: readonly { readonly level: number; readonly text: string }[];
	/** The first paragraph. */
	readonly opening: string;
	readonly counts: Readonly<Partial<Record<BlockKind, number>>>;
}

/** A database: what its rows are made of and how many there are. */
export interface TablePresentation {
	readonly as: "table";
	/** The names of one row and of several rows. */
	readonly label: string;
	readonly plural: string;
	readonly fields: readonly { readonly name: string; readonly type: string }[];
	readonly rowCount: number;
}

/** A note as an excerpt in plain text. */
export interface NotePresentation {
	readonly as: "note";
	readonly longest: number;
}

/** The value of a computed field: the first few entities, and the number of the rest. */
export interface ComputedValue {
	readonly ids: readonly string[];
	readonly more: number;
}

/** An entity that was mentioned, or that one refers to, with its fields resolved. */
export interface MentionPresentation {
	readonly as: "mention";
	/** 0 for the mentioned entity itself; at 2 only name and kind are shown. */
	readonly depth: 0 | 1 | 2;
	/** The fields that lead to it, as "@Alice.team". */
	readonly via: readonly string[];
	/** By the name of the field; null for one whose query can't be run. */
	readonly computed: Readonly<Record<string, ComputedValue | null>>;
}
