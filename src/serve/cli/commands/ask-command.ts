import type { Command } from "commander";
import type { Citation, StreamPart, StreamPartOf } from "../../../contract/event.ts";
import { LARGEST_BUDGET } from "../../../contract/limits.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather, parseNumber } from "../terminal/add-command.ts";
import { colors, complain, print, printJson, talk } from "../terminal/talk.ts";
import { parseFocus } from "./context-command.ts";

interface Options extends CommonOptions {
	readonly chat?: string;
	readonly focus?: string;
	readonly project?: string;
	readonly pin?: readonly string[];
	readonly mention?: readonly string[];
	readonly budget?: number;
	readonly model?: string;
}

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
		.action((question: string, options: Options) =>
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
