import { z } from "zod";
import { FILLS, REQUEST_TYPES } from "./choices.ts";
import { query, reference, tokens } from "./fields.ts";
import type { Frozen } from "./frozen.ts";
import { LARGEST_BUDGET, MOST_MESSAGES, MOST_NAMED, MOST_STEPS } from "./limits.ts";
import { OTHER_FOCUS_KEYS, withOtherNames } from "./seed-names.ts";

const READINGS = ["plan", "words"] as const;
const PLAN_PARTS = ["subject", "relation", "rules", "state", "project"] as const;

/** An id of any length: one that is too long is answered like one that does not exist. */
const id = z.string();
export const namedSchema = z.array(id).max(MOST_NAMED);
/** Checked where it is used, by a message that says how to write it. */
const moment = z.string().describe("A day, or a moment with its time zone");

const makeBudget = <Tokens extends z.ZodType>(tokens: Tokens) =>
	z.strictObject({
		total: tokens,
		focus: tokens,
		semantic: tokens,
		relations: tokens,
		activity: tokens,
		history: tokens,
		system: tokens,
	});

/** Tokens for the whole context and for each category. A category's figure is its floor while it has items. */
export const fullBudgetSchema = makeBudget(tokens);
export type TokenBudget = Frozen<z.infer<typeof fullBudgetSchema>>;
const budgetSchema = makeBudget(tokens.max(LARGEST_BUDGET)).partial();

/** The focus of the question. Keys may be combined: a block, the page around it, the database it belongs to. */
const focusKeysSchema = z
	.strictObject({
		id: id.describe("An id, a ref or an unambiguous title"),
		kind: z.string(),
		blockId: id.describe("A block of a page, note or document; the id of an entity is taken for the entity"),
		pageId: id,
		databaseId: id,
		...OTHER_FOCUS_KEYS,
	})
	.partial()
	.refine((focus) => focus.id ?? focus.blockId ?? focus.pageId ?? focus.databaseId, {
		message: "A focus takes an id, a blockId, a pageId or a databaseId.",
	});

/** A bare text names an entity, as `id` does, or a block. */
export const focusSchema = z.union([focusKeysSchema, id.describe("Id, ref, exact title or block id")], {
	error: "A focus is a text, or an object with an id, a blockId, a pageId or a databaseId.",
});
export type FocusForm = Frozen<z.infer<typeof focusSchema>>;
export type Focus = Pick<Exclude<FocusForm, string>, "id" | "blockId" | "pageId" | "databaseId">;

/** A focus in any of its forms, as its ids alone. */
export function readFocus(focus: FocusForm | undefined): Focus | undefined {
	if (focus === undefined) return undefined;
	if (typeof focus === "string") return { blockId: focus };
	return { id: focus.id, blockId: focus.blockId, pageId: focus.pageId, databaseId: focus.databaseId };
}

/** Wishes of the asker that the words of the question do not express. */
export const hintsSchema = z
	.strictObject({
		prioritizeTypes: namedSchema.describe("Kinds or block types that fit better than others"),
		timeRange: z
			.strictObject({ start: moment, end: moment })
			.partial()
			.describe("What was found rather than asked for must have changed in this time, both ends included"),
		includeBlocks: namedSchema.describe("Entities that must be in the context"),
		excludeBlocks: namedSchema.describe("Entities that must not be in the context"),
		maxDepth: z
			.int()
			.min(0)
			.max(MOST_STEPS)
			.describe("How many steps from the focus are walked, at most those configured"),
	})
	.partial();
export type ContextHints = Frozen<z.infer<typeof hintsSchema>>;

const messageSchema = z.object({
	role: z.enum(["user", "assistant", "system"]),
	content: query,
});
export type ConversationMessage = Frozen<z.infer<typeof messageSchema>>;

const readSchema = z.union([
	z.enum(READINGS),
	z.strictObject({
		subject: reference.optional().describe("What it is about instead"),
		without: z
			.array(z.enum(PLAN_PARTS))
			.max(PLAN_PARTS.length)
			.optional()
			.describe("Parts that were not meant"),
	}),
]);
export type Reading = Frozen<z.infer<typeof readSchema>>;

/** The options of a request for a context, with the same names at every entry point. */
export const contextWishes = {
	query,
	type: z.enum(REQUEST_TYPES).default("chat"),
	focus: focusSchema.optional(),
	project_id: z.string().optional().describe("Id, ref or exact title"),
	mentions: namedSchema.optional().describe("Entities that were named with @"),
	pins: namedSchema.optional().describe("Notes that were attached, in the order in which they were"),
	history: z.array(messageSchema).max(MOST_MESSAGES).optional().describe("Oldest first"),
	recipe: z.string().optional(),
	budget: budgetSchema.optional(),
	fill: z
		.enum(FILLS)
		.optional()
		.describe("`enough` (the default) stops when the answer is probably shown; `budget` uses all the room"),
	read: readSchema
		.optional()
		.describe(
			"`words` searches for the words alone, and reads no relation or set from the question; an object corrects the reading: another `subject`, or `without` some of its parts",
		),
	config: z.record(z.string(), z.unknown()).optional().describe("Figures for this request alone"),
	hints: hintsSchema.optional(),
	model: reference.optional().describe("Tokens are counted as this model counts them"),
	timezone: reference.optional().describe("Where the reader's days begin and end"),
	ids: z.enum(["ref", "uuid"]).optional().describe("How the text names things"),
	now: z.iso.datetime().optional().describe("The moment the question is asked"),
};

const wishesSchema = z.strictObject(contextWishes);
export type ContextWishes = Frozen<z.infer<typeof wishesSchema>>;

/** The body of `POST /api/context`. Keys we do not know are errors: a misspelt one would otherwise be ignored in silence. */
export const contextRequestSchema = wishesSchema.extend({
	...withOtherNames(contextWishes),
	keep: z.boolean().optional().describe("Keep it, to be shown again exactly by GET /api/contexts/{id}"),
});

export type RequestType = ContextWishes["type"];
export type Fill = (typeof FILLS)[number];
