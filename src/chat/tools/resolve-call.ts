import { readOtherToolName } from "../../contract/seed-names.ts";
import { ALL_TOOLS } from "./all-tools.ts";
import type { Tool } from "./tool.ts";

/** Returns the tool with that name or alias, among the built-in ones and those of the workspace's own kinds. */
export function resolveCall(name: string, input: unknown, own: readonly Tool[] = []) {
	const find = (wanted: string): Tool | undefined =>
		[...ALL_TOOLS, ...own].find((candidate) => candidate.name === wanted);
	const tool = find(name);
	if (tool !== undefined) return { tool, input };
	const other = readOtherToolName(name, input);
	const meant = find(other.name);
	return meant && { tool: meant, input: other.input };
}
