import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Direction } from "../../graph/model/relations.ts";
import type { Intent } from "./read-intent.ts";
import type { OwnActivity } from "./read-own-activity.ts";

export interface Reached {
	readonly node: EntityHeader;
	/** Where the walk that led to it began. */
	readonly from: EntityHeader;
	/** The path to it; the starting point itself is not included. */
	readonly through: readonly EntityHeader[];
	/** How the edge reads that led to it: "Blocked by". */
	readonly label: string;
}

/** The entities at the other end of a relation of one or several entities. */
export interface Walk {
	readonly from: readonly EntityHeader[];
	/** "blocked by", as the subject says it. */
	readonly label: string;
	/** The relation and the end that is looked at; undefined where something else than one relation was followed. */
	readonly along: { readonly rel: string; readonly direction: Direction } | undefined;
	/** Another way to find the answers: the work of a person, the people of a plan. */
	readonly find?: (from: EntityHeader) => readonly EntityHeader[];
	/** The requested kinds; empty for all. */
	readonly kinds: readonly string[];
	/** True where the relation was followed to its end, and only what is open is given. */
	readonly isChain: boolean;
	/** The set at which it begins, in the words of the question, where it describes one. */
	readonly described?: string;
	/** How many of that set led to each thing, where those are wanted to which most or fewest lead. */
	readonly counts?: ReadonlyMap<string, number>;
	/** Names of people who are charged with work there and have no entry of their own, each with a piece of that work. */
	readonly unlisted?: readonly { readonly name: string; readonly work: EntityHeader }[];
	/** True where some of what it leads to was left out, or what another relation leads to was added. */
	readonly isAltered?: true;
	readonly reached: readonly Reached[];
}

/** A question as it was read: which things it names, which relation it asks for, which set by which rule. */
export interface QuestionPlan {
	/** Sets that it asks for by a rule; undefined where it asks for none. */
	readonly intent: Intent | undefined;
	readonly project: EntityHeader | undefined;
	/** The subject: named, in focus, or taken from the turns before. */
	readonly subject: EntityHeader | undefined;
	/** Further subjects: the other side of a comparison. */
	readonly others: readonly EntityHeader[];
	/** The subjects are shown before the matches: the question implies them, or consists of their names. */
	readonly comesFirst: boolean;
	readonly walk: Walk | undefined;
	/** The list that the question before returned, where this one asks about it. */
	readonly among: readonly EntityHeader[] | undefined;
	/** It asks for what the asker looked at or changed, and for nothing else. */
	readonly own?: OwnActivity;
	/** Its second half, which asks about what the first one lists: "… and what are they stuck on?" */
	readonly second: QuestionPlan | undefined;
	/** Terms that neither of these accounts for; what they mean is for the search to find. */
	readonly rest: readonly string[];
	/** A replacement query, where the words of the question only say what to do: "Break this down". */
	readonly searchFor: string | undefined;
	/** Then only these kinds are looked for; all of them where it names none. */
	readonly searchKinds: readonly string[];
}
