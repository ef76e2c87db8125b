import { expect, test } from "vitest";
import { o200k } from "../context/budget/tokenizer.ts";
import type { ModelMessage } from "./models/model.ts";
import { type PastMessage, recallHistory } from "./recall-history.ts";

const message = (
	role: PastMessage["role"],
	text: string,
	details: PastMessage["details"] = {},
): PastMessage => ({
	role,
	text,
	details,
});

const ROOM = 2_500;

const textOf = (message: ModelMessage | undefined): string =>
	message === undefined || message.role === "tool" ? "" : (message.parts[0]?.text ?? "");

test("the newest messages that fit are kept whole, in their order, behind a line that counts the others", () => {
	const long = Array.from({ length: 12 }, (_, turn) =>
		message("user", `Turn ${turn}: ${"word ".repeat(400)}`),
	);
	const { messages, leftOut } = recallHistory(long, o200k, ROOM);
	const [marker, ...texts] = messages.map(textOf);
	expect(marker).toContain(`${leftOut} earlier messages`);
	expect(texts.length).toBeGreaterThan(2);
	expect(leftOut + texts.length).toBe(long.length);
	expect(texts).toEqual(long.slice(-texts.length).map(({ text }) => text));
	const tokens = texts.reduce((sum, text) => sum + o200k.count(text), 0);
	expect(tokens).toBeLessThanOrEqual(ROOM);
	// A fifth of the room is kept for the line about the others.
	expect(tokens + 2 * o200k.count(long[0]?.text ?? "")).toBeGreaterThan(0.8 * ROOM);
});

test("the last answer is there however long it is, and what is left out is named by its questions", () => {
	const history = [
		message("user", "Why did the hinge crack?"),
		message("assistant", "word ".repeat(800)),
		message("user", "And the lid?"),
		message("assistant", "word ".repeat(800)),
		message("user", "Late."),
		message("assistant", `It is late. ${"word ".repeat(4_000)}`),
	];
	const { messages, leftOut } = recallHistory(history, o200k, ROOM);
	const texts = messages.map(textOf);
	expect(leftOut).toBe(2);
	expect(texts[0]).toBe(
		"(2 earlier messages of this conversation left out for room. Asked in them: Why did the hinge crack?)",
	);
	expect(texts.at(-2)).toBe("Late.");
	expect(texts.at(-1)).toMatch(/^It is late\. word [\s\S]+ … \(cut for room\)$/);
	expect(texts.reduce((sum, text) => sum + o200k.count(text), 0)).toBeLessThanOrEqual(ROOM);
});

test("what was never said is not sent, and numbers are ids again", () => {
	const citations = [{ n: 1, id: "1", ref: "k3v9x2ma", title: "Hinge" }];
	const history = [
		message("user", "Why?"),
		message("assistant", ""),
		message("user", "Why?"),
		message("assistant", "Because [1].", { citations }),
	];
	const { messages, leftOut } = recallHistory(history, o200k, ROOM);
	expect(leftOut).toBe(0);
	expect(messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
	expect(textOf(messages.at(-1))).toBe("Because [k3v9x2ma].");
});
