import { createHash } from "node:crypto";
import type { ScriptAction, ScriptedEnd, ScriptedUsage } from "./model-script.ts";

type ScriptedCall = Extract<ScriptAction, { do: "tool-call" }>;
type ScriptedFailure = Extract<ScriptAction, { do: "error-frame" }>;

/** One reply in the making: each method gives the frames that this wire sends for it. */
interface WireTurn {
	text(text: string): readonly string[];
	toolCall(call: ScriptedCall): readonly string[];
	error(failure: ScriptedFailure): readonly string[];
	end(reason: ScriptedEnd): readonly string[];
}

export interface Wire {
	startTurn(options: { readonly model: string; readonly usage?: ScriptedUsage }): WireTurn;
}

export function findWire(path: string): Wire | undefined {
	return wires.get(path);
}

const dataFrame = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const typedFrame = (data: { type: string; [key: string]: unknown }) =>
	`event: ${data.type}\n${dataFrame(data)}`;

const chatCompletions: Wire = {
	startTurn({ model, usage }) {
		const chunk = (choice: object | undefined, more: object = {}) =>
			dataFrame({
				id: "chatcmpl-scripted",
				object: "chat.completion.chunk",
				created: 0,
				model,
				choices: choice === undefined ? [] : [{ index: 0, delta: {}, finish_reason: null, ...choice }],
				...more,
			});
		const reasons = {
			stop: "stop",
			length: "length",
			"tool-calls": "tool_calls",
			"content-filter": "content_filter",
		};
		let calls = 0;
		return {
			text: (content) => [chunk({ delta: { content } })],
			toolCall: ({ id, name, pieces }) => {
				const index = calls++;
				const part = (call: object) => chunk({ delta: { tool_calls: [{ index, ...call }] } });
				return [
					part({ id, type: "function", function: { name, arguments: "" } }),
					...pieces.map((piece) => part({ function: { arguments: piece } })),
				];
			},
			error: ({ kind, message }) => [dataFrame({ error: { type: kind, code: kind, message } })],
			end: (reason) => [
				chunk({ finish_reason: reasons[reason] }),
				...(usage === undefined
					? []
					: [
							chunk(undefined, {
								usage: {
									prompt_tokens: usage.inputTokens,
									completion_tokens: usage.outputTokens,
									total_tokens: usage.inputTokens + usage.outputTokens,
									prompt_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 },
								},
							}),
						]),
				"data: [DONE]\n\n",
			],
		};
	},
};

const responses: Wire = {
	startTurn({ model, usage }) {
		let sequence = 0;
		let items = 0;
		const frame = (data: { type: string; [key: string]: unknown }) =>
			typedFrame({ ...data, sequence_number: sequence++ });
		const response = { id: "resp_scripted", created_at: 0, model };
		let opening = [frame({ type: "response.created", response })];
		let message: string | undefined;
		const open = () => {
			const frames = opening;
			opening = [];
			return frames;
		};
		const close = () => {
			if (message === undefined) return [];
			const item = { type: "message", id: message };
			message = undefined;
			return [frame({ type: "response.output_item.done", output_index: items++, item })];
		};
		return {
			text: (delta) => {
				const frames = open();
				if (message === undefined) {
					message = `msg_${items}`;
					const item = { type: "message", id: message };
					frames.push(frame({ type: "response.output_item.added", output_index: items, item }));
				}
				return [...frames, frame({ type: "response.output_text.delta", item_id: message, delta })];
			},
			toolCall: ({ id, name, pieces }) => {
				const frames = [...open(), ...close()];
				const output_index = items++;
				const item = { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: "" };
				const done = { ...item, arguments: pieces.join(""), status: "completed" };
				return [
					...frames,
					frame({ type: "response.output_item.added", output_index, item }),
					...pieces.map((delta) =>
						frame({ type: "response.function_call_arguments.delta", item_id: item.id, output_index, delta }),
					),
					frame({ type: "response.output_item.done", output_index, item: done }),
				];
			},
			error: ({ kind, message: text }) => [
				...open(),
				frame({ type: "error", error: { type: kind, code: kind, message: text } }),
			],
			end: (reason) => {
				const incomplete = { length: "max_output_tokens", "content-filter": "content_filter" }[
					String(reason)
				];
				const details = incomplete === undefined ? null : { reason: incomplete };
				const figures = usage && {
					input_tokens: usage.inputTokens,
					input_tokens_details: { cached_tokens: usage.cachedInputTokens ?? 0 },
					output_tokens: usage.outputTokens,
				};
				return [
					...open(),
					...close(),
					frame({
						type: details === null ? "response.completed" : "response.incomplete",
						response: { ...response, incomplete_details: details, ...(figures && { usage: figures }) },
					}),
				];
			},
		};
	},
};

const messages: Wire = {
	startTurn({ model, usage }) {
		const cached = usage?.cachedInputTokens ?? 0;
		const written = usage?.cacheWriteTokens ?? 0;
		let opening = [
			typedFrame({
				type: "message_start",
				message: {
					id: "msg_scripted",
					type: "message",
					role: "assistant",
					model,
					content: [],
					stop_reason: null,
					usage: {
						// On this wire the figure leaves out what came from or went into the cache.
						input_tokens: (usage?.inputTokens ?? 0) - cached - written,
						cache_read_input_tokens: cached,
						cache_creation_input_tokens: written,
						output_tokens: 1,
					},
				},
			}),
			typedFrame({ type: "ping" }),
		];
		const reasons = {
			stop: "end_turn",
			length: "max_tokens",
			"tool-calls": "tool_use",
			"content-filter": "refusal",
		};
		let index = 0;
		let inText = false;
		const open = () => {
			const frames = opening;
			opening = [];
			return frames;
		};
		const startBlock = (content_block: object) =>
			typedFrame({ type: "content_block_start", index, content_block });
		const delta = (change: object) => typedFrame({ type: "content_block_delta", index, delta: change });
		const stopBlock = () => typedFrame({ type: "content_block_stop", index: index++ });
		const closeText = () => {
			const frames = inText ? [stopBlock()] : [];
			inText = false;
			return frames;
		};
		return {
			text: (text) => {
				const frames = inText ? open() : [...open(), startBlock({ type: "text", text: "" })];
				inText = true;
				return [...frames, delta({ type: "text_delta", text })];
			},
			toolCall: ({ id, name, pieces }) => [
				...open(),
				...closeText(),
				startBlock({ type: "tool_use", id, name, input: {} }),
				...pieces.map((partial_json) => delta({ type: "input_json_delta", partial_json })),
				stopBlock(),
			],
			error: ({ kind, message }) => [typedFrame({ type: "error", error: { type: kind, message } })],
			end: (reason) => [
				...open(),
				...closeText(),
				typedFrame({
					type: "message_delta",
					delta: { stop_reason: reasons[reason], stop_sequence: null },
					usage: { output_tokens: usage?.outputTokens ?? 0 },
				}),
				typedFrame({ type: "message_stop" }),
			],
		};
	},
};

const wires: ReadonlyMap<string, Wire> = new Map([
	["/v1/chat/completions", chatCompletions],
	["/v1/responses", responses],
	["/v1/messages", messages],
]);

const dimensions = 64;

/** Equal words point the same way, so texts that share words are near each other, on every run. */
export function embedText(text: string): readonly number[] {
	const vector = new Array<number>(dimensions).fill(0);
	for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
		const digest = createHash("sha256").update(word).digest();
		const place = (digest[0] ?? 0) % dimensions;
		vector[place] = (vector[place] ?? 0) + ((digest[1] ?? 0) % 2 === 0 ? 1 : -1);
	}
	const length = Math.hypot(...vector) || 1;
	return vector.map((value) => value / length);
}
