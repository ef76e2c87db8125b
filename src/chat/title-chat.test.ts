import { expect, test } from "vitest";
import { titleChat } from "./title-chat.ts";

test("a chat is called after its question, without the marks of links and on one line", () => {
	expect(titleChat("What of [[Kit]] and\n[[Rope (30 m)|the rope]]?")).toBe("What of Kit and the rope?");
	expect(titleChat("a list [1] of [x]")).toBe("a list [1] of [x]");
});

test("a long question is cut at a word", () => {
	const title = titleChat("why ".repeat(100));
	expect(title.length).toBeLessThanOrEqual(60);
	expect(title).toMatch(/why…$/);
});
