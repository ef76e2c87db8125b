import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { answerWithoutModel } from "./answer-without-model.ts";

const item = (content: string, title = "Hinge", ref = "k3v9x2ma"): ContextItem =>
	({
		title,
		ref,
		content,
		form: "full",
		relevance: 0.5,
		because: { collector: "search", scores: { semantic: 1 } },
	}) as ContextItem;

const payloadOf = (...items: ContextItem[]): ContextPayload =>
	({ sections: [{ type: "semantic", items }] }) as unknown as ContextPayload;

test("quotes the sentence that holds most of what was asked, with its source", () => {
	const text =
		"[Hinge] [note] [id:k3v9x2ma]\nstate_key: made\nbody:\n```\n# Pins\nThe lid is blue. Three pins cracked in the salt. Nobody knew.\n| pins | cracked |\n```\n";
	const answer = answerWithoutModel(payloadOf(item(text)), "Which pins cracked?");
	expect(answer).toContain("**Hinge** [k3v9x2ma]\n\n> Three pins cracked in the salt. Nobody knew.");
	expect(answer).not.toContain("state_key");
	expect(answer).not.toContain("| pins");
});

test("says that no model is configured, and how to add one", () => {
	expect(answerWithoutModel(payloadOf(), "anything")).toMatch(
		/Nothing in the workspace matches[\s\S]*ANTHROPIC_API_KEY/,
	);
});
