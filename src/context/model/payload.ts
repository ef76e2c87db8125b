import type { Json } from "../../graph/model/json.ts";
import type { FormName, Omission, PathStep, ScoreParts } from "./candidate.ts";
import type { Fill, TokenBudget } from "./request.ts";
import type { SectionType } from "./section.ts";

export interface ContextItem {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
	readonly version: number;
	readonly form: FormName;
	readonly content: string;
	readonly relevance: number;
	readonly tokens: number;
	readonly because: {
		readonly collector: string;
		readonly path: readonly PathStep[];
		readonly scores: ScoreParts;
		readonly reason: string;
	};
	/** The block itself when the item is one; its entity otherwise. No two items have the same. */
	readonly blockId: string;
	readonly blockType: string;
	readonly metadata: {
		readonly pageTitle: string;
		/** What it stands in, outermost first: a block in its page and under its headings, an entity in its project. */
		readonly path: readonly string[];
		readonly lastModified: string;
	};
}

/** A set that the question asks for by a rule. */
export interface AskedSet {
	/** "Overdue tasks in Heron" */
	readonly heading: string;
	/** How many there are; more than are listed where there was no room. */
	readonly total: number;
	readonly listed: readonly {
		readonly id: string;
		readonly ref: string;
		readonly kind: string;
		readonly title: string;
		readonly state_key: string | null;
		/** What is told of it here, apart from how it is filed. */
		readonly facts: readonly { readonly name: string; readonly value: Json }[];
	}[];
	/** As it is printed, its heading with the count first. */
	readonly text: string;
}

export interface ContextSection {
	readonly type: SectionType;
	readonly title: string;
	/** Items and the section's own headings together. */
	readonly tokenCount: number;
	readonly frameTokens: number;
	readonly items: readonly ContextItem[];
}

interface NamedThing {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
}

/** A question as it was read, in words and as data. */
export interface PlanSummary {
	/** "Pilot build at Pelham Assembly: blocked by, the whole chain of what is open" */
	readonly readAs: string;
	/** What it is about, where it names something or means what was said before. */
	readonly subject?: NamedThing;
	/** What else the question may mean by that name. */
	readonly alternatives?: readonly NamedThing[];
	/** The relation of the subject that was followed. */
	readonly relation?: string;
	/** The rules by which it asks for sets. */
	readonly rules: readonly string[];
	readonly kinds: readonly string[];
	/** What it says of states and fields: "not mitigated". */
	readonly marks?: readonly string[];
	/** The project that it names. */
	readonly projectId?: string;
	/** What else it says, and the search looks for. */
	readonly words: readonly string[];
	/** The set that it asks for, in the query language. */
	readonly query?: string;
	/** Why the query language cannot say it, where it asks for a set. */
	readonly noQuery?: string;
}

/** Everything about one context: the text, what stands in it and why, and what does not. */
export interface ContextPayload {
	readonly id: string;
	readonly sections: readonly ContextSection[];
	readonly omitted: readonly Omission[];
	readonly metadata: {
		readonly totalTokens: number;
		/** What stands outside all sections: sections and this add up to the total exactly. */
		readonly frameTokens: number;
		readonly usedTokens: number;
		readonly remainingBudget: number;
		readonly budget: TokenBudget;
		readonly tokenizer: string;
		/** False where the model's own tokenizer does not ship and counts err upwards. */
		readonly exact: boolean;
		readonly recipe: string;
		/** Equal for builds that were made with the same figures. */
		readonly configHash: string;
		readonly focusBlockId?: string;
		readonly focusPageId?: string;
		readonly timestamp: string;
		/** The reader's own day. */
		readonly today: string;
		readonly fill: Fill;
		/** How the question was read. */
		readonly plan: PlanSummary;
		/** Absent where the question asks for nothing by a rule. */
		readonly asked?: readonly AskedSet[];
		readonly collectorsUsed: readonly string[];
		readonly collectorsFailed: readonly { readonly name: string; readonly reason: string }[];
		readonly degraded: boolean;
		/** Which collectors could be answered from before, and which had to work. */
		readonly cache: { readonly hits: readonly string[]; readonly misses: readonly string[] };
		readonly blocksIncluded: number;
		readonly blocksConsidered: number;
		readonly timings: Readonly<Record<string, number>>;
		readonly layers: readonly { readonly name: string; readonly hash: string; readonly tokens: number }[];
	};
	readonly serialized: string;
	/** What of it went into a prompt whose earlier messages hold the rest; absent where all of it did. */
	readonly sent?: string;
}
