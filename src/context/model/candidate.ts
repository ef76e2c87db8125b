import type { Entity } from "../../graph/model/entity.ts";
import type { Fact } from "../../graph/model/kind.ts";
import type { Steps } from "../../graph/model/run-steps.ts";
import type { BlockKind } from "../../graph/model/split-blocks.ts";
import type { ContextItem, ContextSection } from "./payload.ts";
import type { CollectorName, OwnCollectorName } from "./recipe.ts";
import type { BudgetCategory } from "./request.ts";

export type SectionType = ContextSection["type"];

/** Runs of the text that change at different times; the end of each is a place to cache up to. */
export type LayerName = "system" | "workspace" | "history" | "turn";

export interface SectionLayout {
	readonly type: SectionType;
	readonly title: string;
	/** As printed, with what the model should know about the section. */
	readonly opening: string;
	readonly category: BudgetCategory;
	readonly layer: LayerName;
	/** Entities requested by name: they may take room that the other sections leave. */
	readonly grows?: true;
	/** An entity that another section shows is only a reference here: one line that counts as frame. */
	readonly refers?: true;
}

/**
 * The order of the text, from what stays the same between two turns to what does not. A volatile section placed
 * early would make the provider's prompt cache miss everything behind it.
 */
const ROWS: readonly (Omit<SectionLayout, "opening"> & Partial<Pick<SectionLayout, "opening">>)[] = [
	{ type: "system", title: "System", opening: "", category: "system", layer: "system" },
	{
		...{ type: "project", title: "Project", opening: "", category: "focus", layer: "workspace" },
		...{ grows: true, refers: true },
	},
	{ type: "focus", title: "Focused Content", category: "focus", layer: "workspace", grows: true },
	{
		...{ type: "linked", title: "Linked Entities", opening: "", category: "relations", layer: "workspace" },
		refers: true,
	},
	{ type: "relations", title: "Connected Items", category: "relations", layer: "workspace", grows: true },
	{
		...{ type: "pinned", title: "Notes pinned by user", category: "focus", layer: "workspace", grows: true },
		opening:
			"## Notes pinned by user\nThe reader attached these notes to the conversation. Take them as the first source.\n\n",
	},
	{
		...{ type: "entities", title: "Entity context", category: "relations", layer: "workspace", grows: true },
		opening:
			"## Entity context\nEntities that were mentioned, and what they refer to. Name one by its [id:...] when you assign or link it.\n\n",
	},
	{
		...{ type: "notes", title: "Notes linked via entity fields", category: "relations", layer: "workspace" },
		opening:
			"## Notes linked via entity fields\nFields of the entities above hold these notes; nobody attached them by hand.\n\n",
		grows: true,
	},
	{ type: "history", title: "Conversation", category: "history", layer: "history" },
	{ type: "semantic", title: "Related Content", category: "semantic", layer: "turn" },
	{ type: "activity", title: "Recent Activity", category: "activity", layer: "turn", refers: true },
];

/** A section opens with its title, unless its row says otherwise. */
export const SECTIONS: readonly SectionLayout[] = ROWS.map((row) => ({
	...{ opening: `### ${row.title}\n\n`, ...row },
}));

const LAYOUTS = new Map(SECTIONS.map((layout) => [layout.type, layout]));

export const layoutOf = (type: SectionType): SectionLayout => LAYOUTS.get(type) as SectionLayout;

export const categoryOf = (type: SectionType): BudgetCategory => layoutOf(type).category;

/** One step of the way from the question to an item. */
export type PathStep = ContextItem["because"]["path"][number];

/** An entity without its texts: enough to rank it, name it and account for it. */
export type Subject = Pick<
	Entity,
	"id" | "ref" | "kind" | "title" | "state_key" | "version" | "created_at" | "updated_at" | "owner_id"
> &
	Partial<Pick<Entity, "props">>;

export interface Candidate {
	readonly subject: Subject;
	readonly collector: CollectorName | OwnCollectorName;
	readonly section: SectionType;
	readonly group: string;
	/** Where the collector put it among the others of the group. */
	readonly position: number;
	/** The collector's own judgement, 0 to 1. */
	readonly relevance: number;
	readonly path: readonly PathStep[];
	readonly reason: string;
	/** For a search hit: how well its own text fits the question, apart from all other reasons; 1 for the best. */
	readonly fit?: number;
	/** The question calls it by its name: it comes before anything that was only found. */
	readonly isNamed?: true;
	/** For a search hit: the words of the question that occur in it. */
	readonly words?: readonly string[];
	/** For a search hit: the share of the walk over edges and names from the best matches that ended here, 0 to 1. */
	readonly reached?: number;
	/** And how much of what the best match leads to it is. */
	readonly joined?: number;
	/** Somebody has to know of it: it gets a line before others of its group get more than one. */
	readonly isPressing?: true;
	/** It has a line wherever its group has one, as long as such lines take no more than a share of the context. */
	readonly isAlwaysNamed?: true;
	/** How its text is printed; as an entity with its fields and body where nothing else is said. */
	readonly presentation?: Presentation;
	/** Without it the context answers another question, so it is never left out. */
	readonly mandatory?: true;
	/** Its text is in another section; here it is one line that counts as frame. */
	readonly reference?: true;
	/** It is there because it is near the focus, not because the question asks for it. */
	readonly isAround?: true;
}

export interface EntityPresentation {
	readonly as: "entity";
	/** It is never shown fuller than this, however much room there is. An index line is a title of at most 20 tokens. */
	readonly richest?: "light" | "title" | "index";
	/** Facts to show besides its own fields, also where it gets only one line. */
	readonly facts?: readonly Fact[];
	/** Its text was looked for; what is routine about it is left out. */
	readonly textFirst?: true;
	/** Which passages of its text were found, best first. A long text is shown by these. */
	readonly passages?: readonly FoundPassage[];
	/** For a text shown by passages: the keys of the fields to show; all of them without this. */
	readonly fieldKeys?: readonly string[];
}

/** A passage by its place in the text, and its fit relative to the best passage of its text, which is 1. */
export interface FoundPassage {
	readonly ordinal: number;
	readonly score: number;
	/** Which words of the question it holds, by their place among them. */
	readonly held: readonly number[];
	/** It is fields, and one of them holds an attribute that the question asks for. */
	readonly isAskedField?: true;
	/** It is shown if it is fields, and dropped if it is text. */
	readonly ifField?: true;
}

/** A text that was found, or one passage of a long text, and how probably it holds what was asked. */
export interface Unit {
	/** The passage; undefined for a text that is shown whole. */
	readonly ordinal: number | undefined;
	/** Among all units of the question, which add up to 1. */
	readonly probability: number;
	/** Where it comes among all units of the question; the first is 0. */
	readonly place: number;
	/** Left out where those before it are enough. */
	readonly isShown: boolean;
	/** For a passage far behind: only the sentences that hold most of the question are shown. */
	readonly isInPart: boolean;
}

/** How a text is printed; each has its printer under render. */
export type Presentation =
	| EntityPresentation
	| BlockPresentation
	| OutlinePresentation
	| TablePresentation
	| NotePresentation
	| MentionPresentation;

/** The five parts of a score, each 0 to 1. */
export type ScoreParts = ContextItem["because"]["scores"];

export interface RankedItem {
	readonly candidate: Candidate;
	readonly scores: ScoreParts;
	readonly score: number;
	/** A program's scorer gave the score, and it alone decides. */
	readonly isOwnScore?: true;
	readonly units?: readonly Unit[];
}

export type FormName = ContextItem["form"];

export interface Form {
	readonly form: FormName;
	/** Ends in a newline and starts with neither white space nor a slash, so that token counts add up. */
	readonly text: string;
	readonly tokens: number;
}

export interface RenderedItem extends RankedItem {
	/** From rich to poor; never empty. */
	readonly forms: readonly [Form, ...Form[]];
	/** The full form cut to fit, or null when so little room makes no sense. */
	readonly clip: (tokens: number) => Steps<Form | null>;
	readonly passages?: PassageForms;
}

export interface PassageForms {
	readonly found: readonly FoundPassage[];
	readonly lengthOf: (ordinal: number) => number;
	/** The item with some of its passages, at least one. */
	readonly print: (chosen: ReadonlySet<number>) => Form;
}

export interface FittedItem extends RankedItem {
	readonly chosen: Form;
}

/**
 * Returns how much room an item deserves. With the weighted sum alone, new items and the asker's own would push out the
 * answer, though they are off the question.
 */
export const standingOf = ({ score, scores, isOwnScore }: RankedItem): number =>
	isOwnScore ? score : score * scores.semantic;

/** Returns a key that is equal for candidates with the same text. A block has another key than its page. */
export const keyOf = ({ subject, presentation }: Candidate): string =>
	presentation?.as === "block" ? presentation.blockId : subject.id;

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
