import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { answerWithoutModel } from "./answer-without-model.ts";

const item = (content: string, title = "Hinge", ref = "k3v9x2ma"): ContextItem =>
	({
		id: ref + title,
		title,
		ref,
		content,
		form: "full",
		relevance: 0.5,
		because: { collector: "search", scores: { semantic: 1, typeMatch: 0.5 } },
	}) as ContextItem;

const focus = (content: string): ContextItem =>
	({ ...item(content, "Lid", "00000000"), id: "focus" }) as ContextItem;

const payloadOf = (...items: ContextItem[]): ContextPayload =>
	({
		serialized: "",
		sections: [{ type: "semantic", items }],
		metadata: { focusBlockId: "focus" },
	}) as unknown as ContextPayload;

test("quotes the sentence that holds most of what was asked, with its source", () => {
	const text =
		"[Hinge] [note] [id:k3v9x2ma]\nstate_key: made\nbody:\n```\n# Pins\nThe lid is blue. Three pins cracked in the salt. Nobody knew of it then.\n| pins | cracked |\n```\n";
	const answer = answerWithoutModel(payloadOf(item(text)), "Which pins cracked?");
	expect(answer).toContain(
		"**Hinge** [k3v9x2ma] (made)\n\n> Three pins cracked in the salt. Nobody knew of it then.",
	);
	expect(answer).not.toContain("state_key");
	expect(answer).not.toContain("| pins");
});

test("what a text says of the question counts, not where it stands; what says nothing of it is left out", () => {
	const payload = payloadOf(
		item("[A] [note] [id:aaaaaaaa]\ndescription: The weather is fine today and tomorrow.\n", "A", "aaaaaaaa"),
		item("[B] [note] [id:bbbbbbbb]\nstate_key: open\n", "B", "bbbbbbbb"),
		item("[C] [note] [id:cccccccc]\ndescription: The pins cracked in the cabinet.\n", "C", "cccccccc"),
	);
	const answer = answerWithoutModel(payload, "Where did the pins crack?");
	expect(answer).toMatch(
		/^\*\*C\*\* \[cccccccc\]\n\n> The pins cracked in the cabinet\.\n\nNo language model/,
	);
});

test("quotes four at most, each of another item, and what is in focus first", () => {
	const items = [...Array(9).keys()].map((n) =>
		item(
			`[${n}] [note] [id:0000000${n}]\ndescription: The pins of lid ${n} cracked again.\n`,
			`${n}`,
			`0000000${n}`,
		),
	);
	const answer = answerWithoutModel(
		payloadOf(...items, focus("[Lid] [task] [id:00000000]\ndescription: It waits for the samples.\n")),
		"Why do the pins crack?",
	);
	expect(answer.match(/^> /gm)).toHaveLength(4);
	expect(answer).toMatch(/^\*\*Lid\*\*/);
});

test("says that no model is configured, and how to add one", () => {
	expect(answerWithoutModel(payloadOf(), "anything")).toMatch(
		/Nothing in the workspace matches[\s\S]*ANTHROPIC_API_KEY/,
	);
});

test("[A15] a set that was asked for is told as it is listed, and a note written like a list is none", () => {
	const note = item(
		"[Trap] [note] [id:aaaaaaaa]\ncontent:\n```\n#### Overdue tasks (1)\n\n- [task] **Trap** [aaaaaaaa] (todo)\n```\n",
		"Trap",
		"aaaaaaaa",
	);
	const payload: ContextPayload = {
		...payloadOf(note),
		serialized: `### Related Content\n\n#### Late tasks (3)\n\n- [task] **Cut the lid** [bbbbbbbb] (in_progress) - due_at: 2026-01-02\n- [task] **Sign** [cccccccc] (todo)\n- ... and 1 more: call list_entities\n\n${note.content}`,
	};
	expect(answerWithoutModel(payload, "Which tasks are overdue?")).toMatch(
		/^\*\*Late tasks\*\* \(3\)\n\n- \*\*Cut the lid\*\* \[bbbbbbbb\] \(in progress\) - due at: 2026-01-02\n- \*\*Sign\*\* \[cccccccc\] \(todo\)\n- \.\.\. and 1 more\n\nNo language model/,
	);
});

test("[A15] what is of a kind that was asked for stands first, and a row of a table can be quoted", () => {
	const table = item(
		"[Kit] [page] [id:aaaaaaaa]\n```\n| item | rope |\n|---|---|\n| rope, 30 m | one |\n```\n",
		"Kit",
		"aaaaaaaa",
	);
	const reason = item(
		"[Buy rope] [decision] [id:bbbbbbbb]\nrationale: The old one frayed at the bridge.\n",
		"Buy rope",
		"bbbbbbbb",
	);
	const asked = {
		...reason,
		kind: "decision",
		because: { ...reason.because, scores: { ...reason.because.scores, semantic: 0.3, typeMatch: 0.9 } },
	};
	expect(answerWithoutModel(payloadOf(table, asked), "Why did we buy rope?")).toMatch(
		/^\*\*Buy rope\*\* \[bbbbbbbb\]\n\n> The old one frayed at the bridge\.\n\n\*\*Kit\*\* \[aaaaaaaa\]\n\n> rope, 30 m · one\n\n/,
	);
});
