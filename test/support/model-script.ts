/** One action of the scripted model. A reply is a list of them; it ends normally unless an action says otherwise. */
export type ScriptAction =
	| { readonly do: "text"; readonly text: string }
	| {
			readonly do: "tool-call";
			readonly id: string;
			readonly name: string;
			/** The arguments as they go over the wire, piece by piece; they need not be JSON. */
			readonly pieces: readonly string[];
	  }
	| ({ readonly do: "usage" } & ScriptedUsage)
	| { readonly do: "end"; readonly reason: ScriptedEnd }
	| { readonly do: "wait"; readonly milliseconds: number }
	| { readonly do: "ping" }
	| { readonly do: "stall" }
	| { readonly do: "close" }
	| { readonly do: "cut" }
	| { readonly do: "malformed" }
	| { readonly do: "error-frame"; readonly kind: string; readonly message: string }
	| {
			readonly do: "status";
			readonly status: number;
			readonly headers?: Readonly<Record<string, string>>;
			readonly kind?: string;
			readonly message?: string;
	  };

export interface ScriptedUsage {
	readonly inputTokens: number;
	readonly cachedInputTokens?: number;
	readonly cacheWriteTokens?: number;
	readonly outputTokens: number;
}

export type ScriptedEnd = "stop" | "length" | "tool-calls" | "content-filter";

export const say = (...texts: readonly string[]): readonly ScriptAction[] =>
	texts.map((text) => ({ do: "text", text }));

/** A tool call whose arguments arrive in several pieces, as real providers send them. */
export function callTool(call: { id: string; name: string; input: unknown; pieces?: number }): ScriptAction {
	const text = JSON.stringify(call.input);
	const size = Math.ceil(text.length / (call.pieces ?? 3));
	const pieces = text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
	return { do: "tool-call", id: call.id, name: call.name, pieces };
}

/** A whole reply that is one tool call. */
export const callOnce = (name: string, input: object, id = `call-${name}`): readonly ScriptAction[] => [
	callTool({ id, name, input }),
	{ do: "end", reason: "tool-calls" },
];
