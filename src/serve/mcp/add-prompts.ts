import { completable, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { getContext } from "../../chat/tools/get-context.ts";
import { RECIPE_NAMES } from "../../context/model/recipe.ts";
import { LONGEST_QUERY } from "../../contract/limits.ts";
import { refuseRead } from "./describe-tool-failure.ts";
import type { PickerInput, SuggestedEntity } from "./mcp-backend.ts";

/** The purpose of each recipe. A recipe without an entry is offered under its name alone. */
const PURPOSES: Readonly<Record<string, string>> = {
	global: "Ask across all projects",
	project: "Ask about a project: its state, its parts and what is missing",
	calendar: "Ask what lies ahead: what has a date in the next two weeks",
	element: "Ask about one thing and what it is joined to",
	combined: "Ask about one thing within its project",
	"workspace-chat": "Ask anything; what matches is found",
	"summarize-page": "Sum up a page, a note or a document",
	"break-down-task": "Break a task down into steps",
};

const NAMED = / \[([a-z0-9]{8})\]$/;

/** Shows the title, with the ref behind it: two entities of one title can still be distinguished. */
const nameEntity = ({ title, ref, folder }: SuggestedEntity): string =>
	`${title}${folder === undefined ? "" : ` in ${folder}`} [${ref}]`;
const readName = (name: string): string => NAMED.exec(name)?.[1] ?? name;

/** Adds one prompt for each recipe: the question with the context that the recipe builds for it. */
export function addPrompts(server: McpServer, { backend, suggest, onFailure }: PickerInput): void {
	const completeFocus = async (typed: string) => (await suggest(typed)).map(nameEntity);
	const argsSchema = z.object({
		query: z.string().max(LONGEST_QUERY).describe("The question, in plain words"),
		focus: completable(z.string().describe("What it is about: title, ref or id"), completeFocus).optional(),
	});
	for (const recipe of RECIPE_NAMES) {
		const description = PURPOSES[recipe] ?? `Ask with the recipe ${recipe}`;
		server.registerPrompt(
			recipe,
			{ title: description, description, argsSchema },
			async ({ query, focus }) => {
				try {
					const about = focus === undefined || focus === "" ? {} : { focus: readName(focus) };
					const { text } = await backend.callTool(getContext.name, { query, recipe, ...about });
					return {
						description,
						messages: [{ role: "user", content: { type: "text", text: `${text}\n${query}` } }],
					};
				} catch (error) {
					onFailure(error);
					throw refuseRead(error);
				}
			},
		);
	}
}
