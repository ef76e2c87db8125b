import type { Entity } from "../../graph/model/entity.ts";
import { inOneLine } from "./fence-text.ts";
import type { TokenCounter } from "./texts.ts";

const MOST_TOKENS = 20;
/** No title of more characters fits; a long one is cut before it is counted. */
const LONGEST_TITLE = 100;

/** Renders title, id, kind and state in one line, which is enough to request the rest. */
export function renderIndexLine(
	{ title, ref, kind, state_key }: Pick<Entity, "title" | "ref" | "kind" | "state_key">,
	tokenizer: TokenCounter,
): string {
	const state = state_key === null ? "" : `, ${state_key}`;
	const print = (name: string): string => `- ${name} [${ref}] ${kind}${state}\n`;
	const name = inOneLine(title);
	const whole = print(name);
	if (name.length <= LONGEST_TITLE && tokenizer.count(whole) <= MOST_TOKENS) return whole;
	const words = name.slice(0, LONGEST_TITLE).split(" ");
	for (let kept = words.length - 1; kept > 0; kept -= 1) {
		const line = print(`${words.slice(0, kept).join(" ")} …`);
		if (tokenizer.count(line) <= MOST_TOKENS) return line;
	}
	// One long word, or a script without spaces.
	for (let length = LONGEST_TITLE; length > 1; length = Math.floor(length / 2)) {
		const line = print(`${[...name].slice(0, length).join("")}…`);
		if (tokenizer.count(line) <= MOST_TOKENS) return line;
	}
	return print("…");
}
