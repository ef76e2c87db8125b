import { LARGEST_BUDGET } from "../../contract/limits.ts";
import type { Session } from "../../graph/graph.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import type { Tool, ToolResult } from "./tool.ts";

type CallInput = Readonly<Record<string, unknown>>;

/** The usual size of an answer of a tool without its own budget. */
const USUAL_TOKENS = 4_000;

function limitInput(tool: Tool, input: CallInput, tokens: number): CallInput {
	if (!("max_tokens" in tool.input.shape)) return input;
	const { data } = tool.input.safeParse(input);
	const asked = typeof data?.max_tokens === "number" ? data.max_tokens : USUAL_TOKENS;
	if (data === undefined || asked <= tokens) return input;
	return { ...input, max_tokens: Math.min(Math.floor(tokens), LARGEST_BUDGET) };
}

/**
 * Calls a tool for an answer of at most so many tokens: one that is given a budget ends at an entry and says how to get the
 * rest, which a cut through the middle would not. What cannot be said in so few is said whole, for the prompt to cut.
 */
export async function callWithin(
	tool: Tool,
	input: CallInput,
	session: Session,
	tokens: number,
): Promise<ToolResult> {
	const limited = limitInput(tool, input, tokens);
	try {
		return await tool.call(limited, session);
	} catch (error) {
		if (limited === input || !(error instanceof BudgetTooSmallError)) throw error;
		return tool.call(input, session);
	}
}
