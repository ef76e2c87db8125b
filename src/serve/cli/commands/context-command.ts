import { type Command, InvalidArgumentError, Option } from "commander";
import type { RequestType } from "../../../context/model/request.ts";
import { addCommonOptions, type CommonOptions } from "../common-options.ts";
import { explainContext } from "../explain-context.ts";
import { openBackend } from "../open-backend.ts";
import { print, printJson } from "../talk.ts";

interface Options extends CommonOptions {
	readonly focus?: string;
	readonly project?: string;
	readonly recipe?: string;
	readonly budget?: number;
	readonly type?: RequestType;
	readonly explain?: boolean;
}

const REQUEST_TYPES: readonly RequestType[] = ["assist", "chat", "search", "automate"];

function parseBudget(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value <= 0)
		throw new InvalidArgumentError("It takes a whole number of tokens.");
	return value;
}

/** `kind:id`, an id, a ref or a title: what stands behind the kind is what counts. */
const parseFocus = (text: string): string => /^[a-z_]+:(\S+)$/i.exec(text)?.[1] ?? text;

export function addContextCommand(program: Command): void {
	addCommonOptions(program.command("context"))
		.description("The context a model would be given for a question")
		.argument("[query]", "the question, in plain words", "")
		.option("--focus <kind:id>", "what the question is about: kind:id, a ref or an exact title", parseFocus)
		.option("--project <name>", "look only in this project")
		.option("--recipe <name>", "combined with a focus, workspace-chat without, unless you say otherwise")
		.option("--budget <tokens>", "tokens for the whole context", parseBudget)
		.addOption(new Option("--type <type>", "what the context is for").choices(REQUEST_TYPES))
		.option("--explain", "show every item with the reason it is there")
		.addHelpText(
			"after",
			`
Examples:
  skein context "What blocks the launch?" --explain
  skein context "Why this supplier?" --focus "Choose the hinge supplier" --budget 2000`,
		)
		.action(async (query: string, options: Options) => {
			const backend = await openBackend(options, "demo");
			try {
				const { focus, project, recipe, budget, type } = options;
				const payload = await backend.context({
					query,
					...(focus !== undefined && { focus }),
					...(project !== undefined && { project }),
					...(recipe !== undefined && { recipe }),
					...(budget !== undefined && { budget }),
					...(type !== undefined && { type }),
				});
				if (options.json) printJson(payload);
				else print(options.explain ? explainContext(payload) : payload.serialized);
			} finally {
				await backend.close();
			}
		});
}
