import { z } from "zod";
import type { approvalSchema, toolsSchema } from "../../contract/chat.ts";
import type { Answer } from "../../contract/frozen.ts";
import { LARGEST_BUDGET, LARGEST_CURSOR, SMALLEST_ANSWER } from "../../contract/limits.ts";
import { readOtherInput } from "../../contract/seed-names.ts";
import type { Session } from "../../graph/graph.ts";
import { cutText } from "../../graph/model/cut-text.ts";
import type { Edge } from "../../graph/model/entity.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { Operation } from "../../graph/model/operation.ts";
import type { Committed } from "../../graph/store/write/writer.ts";

type ListedTool = Answer<typeof toolsSchema>["tools"][number];

/**
 * The permission class of a tool: R0 reads inside, R1 reads what leaves the machine, W1 writes one thing that can be
 * undone, W2 destroys, sends, shares or writes in bulk.
 */
export type ToolTier = ListedTool["tier"];

export interface ToolResult {
	/** Markdown, for the model to read. */
	readonly text: string;
	/** A small structured part, for programs. */
	readonly structured: Readonly<Record<string, unknown>>;
}

/** Inputs that tools share: what a call names, how much an answer may cost, and where it goes on. */
export const named = z.string().describe("Id, ref or exact title");
export const maxTokens = z.int().min(SMALLEST_ANSWER).max(LARGEST_BUDGET);
export const cursorInput = z.int().min(0).max(LARGEST_CURSOR);

const LONGEST_PROBLEMS = 700;

interface ToolDescription {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly tier: ToolTier;
	readonly contextTypes: ListedTool["context_types"];
	readonly group: string;
}

/** A tool is of use everywhere and reads or writes the graph, unless it says otherwise. */
type Declared = Omit<ToolDescription, "contextTypes" | "group"> &
	Partial<Pick<ToolDescription, "contextTypes" | "group">>;

const EVERYWHERE = ["global", "project", "ontology"] as const;

/** Something a model can call. Chat and MCP offer the same ones; each runs with the rights of the session. */
export interface Tool extends ToolDescription {
	readonly input: z.ZodObject;
	/** Checks the input, which comes from a model and may be anything, and runs. */
	call(input: unknown, session: Session): Promise<ToolResult>;
}

/** One value that a write would change, as a person reads it: the subject is the title of its entity. */
export type DiffLine = Answer<typeof approvalSchema>["proposals"][number]["diff"][number];

/** A write that has not happened: what it would do, for a person to judge and for the store to carry out. */
export interface Proposal {
	readonly summary: string;
	readonly operations: readonly Operation[];
	readonly diff: readonly DiffLine[];
	/** Relations that are there and would be changed or removed. */
	readonly edges?: readonly Edge[] | undefined;
}

/** More entities and relations than these in one call, or more writes in one turn, are a bulk change. */
export const MOST_UNASKED_WRITES = 5;

/** A tool that writes. It is planned first, so that what is confirmed is exactly what is done. */
export interface WriteTool extends Tool {
	/** It may write many things at once. */
	readonly isBatch?: true | undefined;
	propose(input: unknown, session: Session): Promise<Proposal>;
	describe(committed: Committed, proposal: Proposal): ToolResult;
}

/** The permission class of one write: many at once are a bulk change, whatever their tool says of a single one. */
export const tierOf = ({ tier, isBatch }: WriteTool, { operations }: Proposal): ToolTier =>
	isBatch && operations.length > MOST_UNASKED_WRITES ? "W2" : tier;

export const isWriteTool = (tool: Tool): tool is WriteTool => "propose" in tool;

function checkInput<Input extends z.ZodObject>(name: string, schema: Input, input: unknown): z.infer<Input> {
	const checked = schema.safeParse(readOtherInput(name, input));
	if (checked.success) return checked.data;
	const known = Object.keys(schema.shape).join(", ");
	// A call of thousands of wrong values would push what to do out of the answer.
	const problems = cutText(z.prettifyError(checked.error), LONGEST_PROBLEMS);
	throw new InvalidInputError(`${name}: ${problems}\nCorrect this and call it again; it takes ${known}.`, {
		tool: name,
	});
}

export function defineTool<Input extends z.ZodObject>(
	tool: Declared & {
		readonly input: Input;
		run(input: z.infer<Input>, session: Session): Promise<ToolResult>;
	},
): Tool {
	const { run, ...description } = tool;
	return {
		...{ contextTypes: EVERYWHERE, group: "ontology_read" },
		...description,
		call: async (input, session) => run(checkInput(tool.name, tool.input, input), session),
	};
}

function describeWrite({ change_id, entities }: Committed, { summary }: Proposal): ToolResult {
	const touched = entities.map(({ id, ref, kind, title, version }) => ({ id, ref, kind, title, version }));
	const named = touched.map(({ ref, kind }) => ` [${kind}] [id:${ref}]`).join("");
	return {
		text: change_id === null ? `Nothing to change: ${summary}\n` : `Done: ${summary}${named}\n`,
		structured: { change_id, entities: touched },
	};
}

/** `via` names the entry point in the log, until a caller that knows more gives its own. */
export function defineWriteTool<Input extends z.ZodObject>(
	tool: Declared & {
		readonly isBatch?: true;
		readonly input: Input;
		plan(input: z.infer<Input>, session: Session): Proposal | Promise<Proposal>;
	},
): WriteTool {
	const { plan, ...description } = tool;
	const propose = async (input: unknown, session: Session): Promise<Proposal> =>
		plan(checkInput(tool.name, tool.input, input), session);
	return {
		...{ contextTypes: EVERYWHERE, group: "ontology_write" },
		...description,
		propose,
		describe: describeWrite,
		async call(input, session) {
			const proposal = await propose(input, session);
			return describeWrite(await session.writer.commit(proposal.operations, `tool:${tool.name}`), proposal);
		},
	};
}
