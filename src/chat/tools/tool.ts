import { z } from "zod";
import type { Session } from "../../graph/graph.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";

/**
 * What a tool may do: R0 reads inside, R1 reads what leaves the machine, W1 writes one thing that can be undone,
 * W2 destroys, sends, shares or writes in bulk.
 */
export type ToolTier = "R0" | "R1" | "W1" | "W2";

export interface ToolResult {
	/** Markdown, for the model to read. */
	readonly text: string;
	/** A small structured part, for programs. */
	readonly structured: Readonly<Record<string, unknown>>;
}

/** Longer questions are files: better a clear answer than a cut one. */
export const LONGEST_QUERY = 10_000;
export const LARGEST_BUDGET = 200_000;
const SMALLEST_BUDGET = 200;
const LARGEST_CURSOR = 10_000_000;

/** Inputs that tools share: how much an answer may cost, and where it goes on. */
export const maxTokens = z.int().min(SMALLEST_BUDGET).max(LARGEST_BUDGET);
export const cursorInput = z.int().min(0).max(LARGEST_CURSOR).describe("Where the last answer ended");

interface ToolDescription {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly tier: ToolTier;
	readonly contextTypes: readonly ("global" | "project" | "ontology")[];
	readonly group: string;
}

/** Something a model can call. Chat and MCP offer the same ones; each runs with the rights of the session. */
export interface Tool extends ToolDescription {
	readonly input: z.ZodObject;
	/** Checks the input, which comes from a model and may be anything, and runs. */
	call(input: unknown, session: Session): Promise<ToolResult>;
}

export function defineTool<Input extends z.ZodObject>(
	tool: ToolDescription & {
		readonly input: Input;
		run(input: z.infer<Input>, session: Session): Promise<ToolResult>;
	},
): Tool {
	const { run, ...description } = tool;
	return {
		...description,
		async call(input, session) {
			const checked = tool.input.safeParse(input);
			if (!checked.success) {
				throw new InvalidInputError(`${tool.name}: ${z.prettifyError(checked.error)}`, { tool: tool.name });
			}
			return run(checked.data, session);
		},
	};
}
