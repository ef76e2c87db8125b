import { expect, test } from "vitest";
import { o200k } from "../context/budget/tokenizer.ts";
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

test("the newest messages that fit are kept whole, in their order", () => {
	const long = Array.from({ length: 12 }, (_, turn) =>
		message("user", `Turn ${turn}: ${"word ".repeat(400)}`),
	);
	const texts = recallHistory(long).map((kept) => (kept.role === "tool" ? "" : (kept.parts[0]?.text ?? "")));
	expect(texts.length).toBeGreaterThan(2);
	expect(texts).toEqual(long.slice(-texts.length).map(({ text }) => text));
	const tokens = texts.reduce((sum, text) => sum + o200k.count(text), 0);
	expect(tokens).toBeLessThanOrEqual(2500);
	expect(tokens + o200k.count(long[0]?.text ?? "")).toBeGreaterThan(2500);
});

test("a short message behind a long one that does not fit is not called back without it", () => {
	const history = [
		message("user", "Early."),
		message("assistant", "word ".repeat(4000)),
		message("user", "Late."),
	];
	expect(recallHistory(history)).toEqual([{ role: "user", parts: [{ text: "Late." }] }]);
});

test("what was never said is not sent, and numbers are ids again", () => {
	const citations = [{ n: 1, id: "1", ref: "k3v9x2ma", title: "Hinge" }];
	const history = [
		message("user", "Why?"),
		message("assistant", ""),
		message("user", "Why?"),
		message("assistant", "Because [1].", { citations }),
	];
	expect(recallHistory(history).map((kept) => kept.role)).toEqual(["user", "user", "assistant"]);
	expect(recallHistory(history).at(-1)).toEqual({
		role: "assistant",
		parts: [{ text: "Because [k3v9x2ma]." }],
	});
});
