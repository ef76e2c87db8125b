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
	const { messages, leftOut } = recallHistory(long, o200k.count, ROOM);
	const [marker, ...texts] = messages.map(textOf);
	expect(marker).toContain(`${leftOut} earlier messages`);
	expect(texts.length).toBeGreaterThan(2);
	expect(leftOut + texts.length).toBe(long.length);
	expect(texts).toEqual(long.slice(-texts.length).map(({ text }) => text));
	const tokens = texts.reduce((sum, text) => sum + o200k.count(text), 0);
	expect(tokens).toBeLessThanOrEqual(ROOM);
	expect(tokens + o200k.count(long[0]?.text ?? "")).toBeGreaterThan(ROOM);
});

test("a short message behind a long one that does not fit is not called back without it", () => {
	const citations = [{ n: 1, id: "1", ref: "k3v9x2ma", title: "Hinge" }];
	const history = [
		message("user", "Early."),
		message("assistant", "word ".repeat(4000), { citations }),
		message("user", "Late."),
	];
	const { messages, leftOut } = recallHistory(history, o200k.count, ROOM);
	expect(leftOut).toBe(2);
	expect(messages.map(textOf)).toEqual([
		"(2 earlier messages of this conversation left out for room. They spoke of: Hinge [k3v9x2ma].)",
		"Late.",
	]);
});

test("what was never said is not sent, and numbers are ids again", () => {
	const citations = [{ n: 1, id: "1", ref: "k3v9x2ma", title: "Hinge" }];
	const history = [
		message("user", "Why?"),
		message("assistant", ""),
		message("user", "Why?"),
		message("assistant", "Because [1].", { citations }),
	];
	const { messages, leftOut } = recallHistory(history, o200k.count, ROOM);
	expect(leftOut).toBe(0);
	expect(messages.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
	expect(textOf(messages.at(-1))).toBe("Because [k3v9x2ma].");
});
