import type { Fact } from "../../graph/model/kind.ts";
import type { OwnProfile } from "../../graph/model/profile.ts";
import type { QuestionWord } from "../../graph/model/question-word.ts";
import type { RelationReading } from "../../graph/model/relations.ts";
import type { Candidate, SectionType, Subject } from "./candidate.ts";
import type { Coverage, GraphSnapshot, Omission } from "./payload.ts";
import type { ConversationMessage } from "./request.ts";

export interface LinkedContent {
	readonly as: "linked";
	readonly kindLabel: string;
	readonly source: Pick<Subject, "id" | "ref">;
	readonly groups: readonly LinkedGroup[];
	/** How many of each kind are named at most. */
	readonly perKind: number;
}

export interface SnapshotContent {
	readonly as: "snapshot";
	readonly project: Subject;
	readonly snapshot: GraphSnapshot;
	/** The nodes of the snapshot, in the same order. */
	readonly candidates: readonly Candidate[];
	/** The plurals of the kinds that a project lists without asking for an edge. */
	readonly listedByMembership: readonly string[];
}

/** Where a project's edges are missing. */
export interface CoverageContent {
	readonly as: "coverage";
	readonly project: Subject;
	readonly coverage: Coverage;
}

/** Exactly what the question asks for, one line each. */
export interface AskedContent {
	readonly as: "asked";
	/** "Overdue tasks" */
	readonly heading: string;
	readonly entries: readonly {
		readonly candidate: Candidate;
		readonly facts: readonly Fact[];
		/** Its heading with the true count; entries of one heading follow each other. */
		readonly under?: string | undefined;
	}[];
	/** No more lines than this, however much room there is. */
	readonly most?: number;
	/** How many there are, named or not. */
	readonly total: number;
	/** Of how many these are the first, where the rule takes only so many. */
	readonly outOf?: number;
	/** Further parts of the answer that have no entry of their own, in words. */
	readonly besides?: readonly string[];
	/** The call that gets those that are not named. */
	readonly call: string;
}

/** The conversation so far, oldest first. */
export interface HistoryContent {
	readonly as: "history";
	readonly messages: readonly ConversationMessage[];
}

export interface ProfileContent {
	readonly as: "profile";
	readonly profile: OwnProfile;
}

/** A kind as a writing program needs to know it. */
export interface SchemaKind {
	readonly kind: string;
	/** "priority (number from 1 to 5)" */
	readonly fields: readonly string[];
	/** In their order, the first being that of a new entity; "done (final)". */
	readonly states: readonly string[];
	/** "has_task → task" */
	readonly relations: readonly string[];
}

export interface SchemaContent {
	readonly as: "schema";
	/** The kinds that the request is about come first. */
	readonly kinds: readonly SchemaKind[];
	/** Relations that join entities of any kind. */
	readonly relations: readonly string[];
}

/** The content of a digest; each type has its printer under render. */
export type DigestContent =
	| SchemaContent
	| HistoryContent
	| ProfileContent
	| LinkedContent
	| SnapshotContent
	| CoverageContent
	| AskedContent;

/** A part of a section that is printed as a whole and can shrink, such as a graph snapshot. */
export interface ShrinkablePart {
	readonly type: "digest";
	readonly section: SectionType;
	/** Its name in the error for the case that even its smallest size does not fit. */
	readonly name: string;
	/** The most tokens it takes, however much room there is. */
	readonly cap: number;
	readonly content: DigestContent;
	/** At least its smallest size must be in the text. */
	readonly mandatory?: true;
	/** It takes nothing from what belongs to the same budget, only of what is left over. */
	readonly onlyFromRest?: true;
}

/** A line of a printed digest. One that names an entity carries the candidate, so that it can count as that entity's item. */
export interface ShrinkableLine {
	/** Ends in a newline and starts with neither white space nor a slash, so that token counts add up. */
	readonly text: string;
	readonly candidate?: Candidate;
	readonly role?: PieceRole;
	/** Its text outside of the block that it is a line of, such as JSON. */
	readonly alone?: string;
}

/**
 * The place of a piece of frame, so that a later message of a conversation can leave out items and still make sense: a
 * heading is printed where something follows it, the line about the rest where something comes before it, and what
 * answers the question in any case.
 */
export type PieceRole =
	| { readonly is: "heading" | "rest"; readonly level: number }
	| { readonly is: "answer" };

/** A digest that can be printed at any size from 0 to `largest`. A larger size never costs fewer tokens than a smaller one. */
export interface PrintableDigest extends ShrinkablePart {
	readonly largest: number;
	readonly print: (size: number) => readonly ShrinkableLine[];
	/** The candidates that a size does not name; without this they would be lost silently. */
	readonly leavesOut: (size: number) => readonly Candidate[];
}

/** How a digest is printed; a printer that names no candidates leaves none out. */
export type PrintedDigest = Pick<PrintableDigest, "largest" | "print"> &
	Partial<Pick<PrintableDigest, "leavesOut">>;

/** Candidates with a common heading, and a count of those that are not shown below it. */
export interface ItemGroup {
	readonly type: "group";
	readonly section: SectionType;
	readonly key: string;
	/** "" where the section's own opening is enough. */
	readonly heading: string;
	/** How many belong here and are not even candidates; they are counted with those that found no room. */
	readonly beyond: number;
	/** Prints the line that says how many are missing and how to get them. */
	readonly printMissing: (count: number) => string;
	/** By score, or in the order in which the collector gave them. */
	readonly order: "score" | "given";
	/** One line for each comes before more about any: the group is to show what there is. */
	readonly linesFirst?: true;
	/** Only lines, placed when all texts have found their room: so many, in so many tokens. */
	readonly linesOnly?: { readonly most: number; readonly tokens: number };
	/** Printed when the group is empty; without it an empty group is not printed at all. */
	readonly whenEmpty?: string;
}

/** A group without a heading, in the order given, with no further members, unless the input says otherwise. */
export const makeGroup = (
	group: Pick<ItemGroup, "section" | "key" | "printMissing"> & Partial<ItemGroup>,
): ItemGroup => ({ type: "group", heading: "", beyond: 0, order: "given", ...group });

/** More refs than these would cost more than what they lead to. */
const MOST_NAMED = 10;

/** The call that gets texts which have no room, by their refs. */
export const callForDetails = (subjects: readonly Pick<Subject, "ref">[]): string =>
	`call get_entity_details with entity_id ${subjects
		.slice(0, MOST_NAMED)
		.map(({ ref }) => ref)
		.join(" or ")}`;

/** A candidate of a group; without a path of its own, no step leads to it. */
export const makeCandidate = (
	{ section, key: group }: Pick<ItemGroup, "section" | "key">,
	subject: Subject,
	found: Omit<Candidate, "subject" | "section" | "group" | "path"> & Partial<Pick<Candidate, "path">>,
): Candidate => ({ subject, section, group, path: [{ id: subject.id, title: subject.title }], ...found });

export const NO_CONTENT = "_No relevant content found._\n\n";

/** Above names of what may matter too, and above names where nothing surely does. */
export const ALSO_FOUND = "Also found, titles only:\n\n";
export const PERHAPS = "Nothing here clearly answers. Perhaps:\n\n";

/** The findings of one collector: candidates, and the groups and digests of its part of a section, in order. */
export interface Findings {
	readonly candidates: readonly Candidate[];
	readonly parts: readonly (ItemGroup | ShrinkablePart)[];
	/** Entities that were requested by id and cannot be shown, or were found but do not fit the question, with the reason. */
	readonly refused?: readonly Omission[];
	/** How many things were looked at, shown or not. */
	readonly considered: number;
	readonly question?: SearchedQuestion;
}

export interface SearchedQuestion {
	/** Its words, and how much of it each is. */
	readonly words: readonly QuestionWord[];
	readonly certainty: Certainty;
	/** Nothing but its own words says what it is about: no focus, nothing said before. */
	readonly standsAlone: boolean;
}

/** How sure it is that something here answers: nothing is shown, names, a few texts, or all that fits. */
export type Certainty = "none" | "named" | "unsure" | "sure";

export const NOT_SEARCHED: SearchedQuestion = { words: [], certainty: "sure", standsAlone: false };

export const NOTHING_FOUND: Findings = { candidates: [], parts: [], considered: 0 };

/** Findings that are printed as a whole. */
export const findPart = (part: Omit<ShrinkablePart, "type">, considered: number): Findings => ({
	...{ candidates: [], parts: [{ type: "digest", ...part }], considered },
});

export const joinFindings = (all: readonly Findings[]): Findings => ({
	candidates: all.flatMap(({ candidates }) => candidates),
	parts: all.flatMap(({ parts }) => parts),
	considered: all.reduce((sum, { considered }) => sum + considered, 0),
});

/** A neighbour once, however many relations join it to the focus. */
export interface LinkedEntity {
	readonly node: Subject;
	/** The title on its line. */
	readonly title: string;
	/** Its place among all neighbours: what is being worked on first, then what is newer. */
	readonly rank: number;
	readonly relations: readonly (RelationReading & { readonly edgeId: string })[];
	/** The candidate that accounts for it where only its line is shown. */
	readonly candidate: Candidate;
	/** A label that sets it apart, such as being the context document of the project. */
	readonly marker?: string;
}

export interface LinkedGroup {
	/** "Plans", "Dependent Tasks", … */
	readonly heading: string;
	/** "plans", "tasks", …: what an overflow line counts. */
	readonly noun: string;
	readonly singular: string;
	/** Work in progress comes first. */
	readonly entities: readonly LinkedEntity[];
	/** Shown with the group without being linked to the focus, and so not counted. */
	readonly added?: LinkedEntity;
}

/** As a heading or the beginning of a sentence. */
export const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
