import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, stepCountIs, streamText, type ToolSet, tool } from "ai";
import { createSkeinClient } from "skein/client";

/**
 * An agent of your own, made with the AI SDK, that uses Skein's tools: what it reads is what the token's owner may read, and
 * what it destroys waits for a person. Run it with a question:
 *
 *     SKEIN_URL=http://127.0.0.1:4747 SKEIN_TOKEN=… SKEIN_MODEL_URL=http://127.0.0.1:11434/v1 SKEIN_MODEL=qwen3 \
 *         node agent-with-tools.js "What blocks the pilot build?"
 */
const {
	SKEIN_URL = "http://127.0.0.1:4747",
	SKEIN_TOKEN,
	SKEIN_MODEL_URL = "",
	SKEIN_MODEL = "",
} = process.env;
const skein = createSkeinClient(SKEIN_URL, SKEIN_TOKEN);

const WANTED = ["describe_workspace", "get_context", "get_entity_details", "run_query", "upsert_entity"];

const offered = (await skein.tools.list()).filter(({ name }) => WANTED.includes(name));
const tools: ToolSet = Object.fromEntries(
	offered.map(({ name, description, input_schema }) => [
		name,
		tool({
			description,
			inputSchema: jsonSchema(input_schema),
			execute: async (input) => {
				console.log(`calls ${name}`);
				// A refusal is for the model, too: it says what to do next.
				return skein.tools.call(name, input).then(
					({ text }) => text,
					(error: Error) => error.message,
				);
			},
		}),
	]),
);

const model = createOpenAICompatible({ name: "local", baseURL: SKEIN_MODEL_URL })(SKEIN_MODEL);
const answer = streamText({
	model,
	tools,
	stopWhen: stepCountIs(8),
	system: "Answer from the workspace. Name what you rely on by its title.",
	prompt: process.argv[2] ?? "What is overdue, and who has it?",
});
for await (const text of answer.textStream) process.stdout.write(text);
console.log();
