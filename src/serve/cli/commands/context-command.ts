import { type Command, Option } from "commander";
import type { ContextPayload } from "../../../context/model/payload.ts";
import { FILLS, REQUEST_TYPES } from "../../../contract/choices.ts";
import type { Fill, RequestType } from "../../../contract/context-request.ts";
import { LARGEST_BUDGET, MOST_STEPS } from "../../../contract/limits.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather, parseNumber } from "../terminal/add-command.ts";
import { explainContext } from "../terminal/explain-context.ts";
import { print, printJson } from "../terminal/talk.ts";

interface Options extends CommonOptions {
	readonly focus?: string;
	readonly project?: string;
	readonly pin?: readonly string[];
	readonly mention?: readonly string[];
	readonly include?: readonly string[];
	readonly exclude?: readonly string[];
	readonly depth?: number;
	readonly recipe?: string;
	readonly budget?: number;
	readonly fill?: Fill;
	readonly type?: RequestType;
	readonly model?: string;
	readonly explain?: boolean;
}

/** Accepts `kind:id`, an id, a ref or a title; a kind in front is dropped. */
export const parseFocus = (text: string): string => /^[a-z_]+:(\S+)$/i.exec(text)?.[1] ?? text;

export function addContextCommand(program: Command): void {
	addCommand(program, "context", {
		about: "The context a model would be given for a question",
		examples: [
			'skein context "What blocks the pilot build?" --explain',
			'skein context "Why this supplier?" --focus "Hinge change" --budget 2000',
			'skein context "Who decides?" --project "Heron 2 bridge gauge" --json',
		],
	})
		.argument("[query]", "the question, in plain words", "")
		.option("--focus <kind:id>", "what the question is about: kind:id, a ref or an exact title", parseFocus)
		.option("--project <name>", "look only in this project")
		.option("--pin <id>", "attach this note; may be given several times", gather)
		.option("--mention <id>", "name this entity, as with @; may be given several times", gather)
		.option("--include <id>", "must be in it; may be given several times", gather)
		.option("--exclude <id>", "must not be in it; may be given several times", gather)
		.option(
			"--depth <steps>",
			"how many steps around the focus, at most those configured",
			parseNumber(0, MOST_STEPS),
		)
		.option("--recipe <name>", "combined with a focus, project with a project, workspace-chat otherwise")
		.option("--budget <tokens>", "tokens for the whole context", parseNumber(0, LARGEST_BUDGET))
		.addOption(new Option("--fill <how>", "stop when it is enough, or use the whole budget").choices(FILLS))
		.addOption(new Option("--type <type>", "what the context is for").choices(REQUEST_TYPES))
		.option("--model <name>", "the model that will read it, by whose tokens it is counted")
		.option("--explain", "show every item with the reason it is there")
		.action((query: string, options: Options) =>
			withClient(options, { whenEmpty: "demo" }, async (client) => {
				const { focus, project, pin, mention, recipe, budget, fill, type, model } = options;
				const hints = {
					includeBlocks: options.include,
					excludeBlocks: options.exclude,
					maxDepth: options.depth,
				};
				const payload = await client.post<ContextPayload>("/api/context", {
					...{ query, recipe, fill, type, model, pins: pin, mentions: mention, project_id: project },
					focus: focus === undefined ? undefined : { id: focus },
					budget: budget === undefined ? undefined : { total: budget },
					hints,
				});
				if (options.json) printJson(payload);
				else print(options.explain ? explainContext(payload) : payload.serialized);
			}),
		);
}
