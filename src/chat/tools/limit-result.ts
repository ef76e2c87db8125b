import { LARGEST_BUDGET, type Tool } from "./tool.ts";

type CallInput = Readonly<Record<string, unknown>>;

/** What a tool that names no budget of its own usually answers with. */
const USUAL_TOKENS = 4_000;

/**
 * The input of a call, so that it is answered within so many tokens: a tool that is given a budget ends its answer at an entry and says how to
 * get the rest, which a cut through the middle of it would not.
 */
export function limitResult(tool: Tool, input: CallInput, tokens: number): CallInput {
	if (!("max_tokens" in tool.input.shape)) return input;
	const { data } = tool.input.safeParse(input);
	const asked = typeof data?.max_tokens === "number" ? data.max_tokens : USUAL_TOKENS;
	if (data === undefined || asked <= tokens) return input;
	return { ...input, max_tokens: Math.min(Math.floor(tokens), LARGEST_BUDGET) };
}
