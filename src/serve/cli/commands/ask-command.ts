import { type Command, Option } from "commander";
import type { ContextPayload } from "../../../context/model/payload.ts";
import { FILLS, REQUEST_TYPES } from "../../../contract/choices.ts";
import type { Fill, RequestType } from "../../../contract/context-request.ts";
import type { Citation, StreamPart, StreamPartOf } from "../../../contract/event.ts";
import { LARGEST_BUDGET, MOST_STEPS } from "../../../contract/limits.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather, parseNumber } from "../terminal/add-command.ts";
import { explainContext } from "../terminal/explain-context.ts";
import { colors, complain, print, printJson, talk } from "../terminal/talk.ts";

/** The options that a question and the context for one share. */
interface QuestionOptions extends CommonOptions {
	readonly focus?: string;
	readonly project?: string;
	readonly pin?: readonly string[];
	readonly mention?: readonly string[];
	readonly budget?: number;
	readonly model?: string;
}

interface AskOptions extends QuestionOptions {
	readonly chat?: string;
}

/** Accepts `kind:id`, an id, a ref or a title; a kind in front is dropped. */
const parseFocus = (text: string): string => /^[a-z_]+:(\S+)$/i.exec(text)?.[1] ?? text;

const FAILED = 1;

export function addAskCommand(program: Command): void {
	addCommand(program, "ask", {
		about: "Ask, and read the answer as it is written",
		examples: [
			'skein ask "Why did the hinge supplier change?"',
			'skein ask "What is overdue?" --project "Heron 2 bridge gauge"',
			'skein ask "And who decides that?" --chat 01a1e1cc-4bb6-73b2-8db3-01ce970bd679',
		],
	})
		.argument("<question>", "in plain words")
		.option("--chat <id>", "go on with this chat; a new one is started otherwise")
		.option("--focus <kind:id>", "what the question is about: kind:id, a ref or an exact title", parseFocus)
		.option("--project <name>", "look only in this project")
		.option("--pin <id>", "attach this note; may be given several times", gather)
		.option("--mention <id>", "name this entity, as with @; may be given several times", gather)
		.option("--budget <tokens>", "tokens for the context", parseNumber(0, LARGEST_BUDGET))
		.option("--model <id>", "which model answers, as skein models lists it; the default otherwise")
		.action((question: string, options: AskOptions) =>
			withClient(options, { whenEmpty: "demo", withModel: true }, async (client) => {
				const chatId = options.chat ?? (await client.post<{ id: string }>("/api/chats", {})).id;
				const { focus, project, pin, mention, budget, model } = options;
				const stream = await client.open("POST", `/api/chats/${encodeURIComponent(chatId)}/messages`, {
					text: question,
					model,
					project_id: project,
					mentionedEntityIds: mention,
					mentionedNoteIds: pin,
					focus: focus === undefined ? undefined : { id: focus },
					budget: budget === undefined ? undefined : { total: budget },
				});
				let text = "";
				const citations: Citation[] = [];
				let answer: StreamPartOf<"data-answer">["data"] | undefined;
				for await (const part of readEvents<StreamPart>(stream)) {
					switch (part.type) {
						case "text-delta":
							text += part.delta;
							if (!options.json) process.stdout.write(part.delta);
							break;
						case "data-citation":
							citations.push(part.data);
							break;
						case "tool-input-available":
							talk(`calls ${part.toolName}`);
							break;
						case "data-approval":
							talk("proposes changes: decide in the browser, or with skein approvals list");
							break;
						case "data-answer":
							answer = part.data;
					}
				}
				if (options.json) printJson({ chat_id: chatId, text, ...answer });
				else {
					print("");
					for (const { n, title, ref } of citations) print(colors.dim(`[${n}] ${title} (${ref})`));
					talk(`go on with: skein ask "…" --chat ${chatId}`);
				}
				if (answer?.state === "answered") return;
				complain(answer?.error?.message ?? "The answer ended before it was complete.");
				process.exitCode = FAILED;
			}),
		);
}

const DONE = "[DONE]";

/** The events of a stream, as they come. */
async function* readEvents<Part>(response: Response): AsyncGenerator<Part> {
	// Loaded when it is needed: every other command would wait for it.
	const { EventSourceParserStream } = await import("eventsource-parser/stream");
	const events = response.body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream());
	for await (const { data } of events ?? []) if (data !== DONE) yield JSON.parse(data) as Part;
}

interface ContextOptions extends QuestionOptions {
	readonly include?: readonly string[];
	readonly exclude?: readonly string[];
	readonly depth?: number;
	readonly recipe?: string;
	readonly fill?: Fill;
	readonly type?: RequestType;
	readonly explain?: boolean;
}

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
		.action((query: string, options: ContextOptions) =>
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
