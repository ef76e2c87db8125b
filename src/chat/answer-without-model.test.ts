import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../context/model/payload.ts";
import { english } from "../graph/search/languages/english.ts";
import { german } from "../graph/search/languages/german.ts";
import { analyseText } from "../graph/search/words/analyse-text.ts";
import { answerWithoutModel } from "./answer-without-model.ts";

const answerTo = (payload: ContextPayload, query: string, language = english): string =>
	answerWithoutModel({ payload, query, analyse: (text) => analyseText(text, language) });

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
	const answer = answerTo(payloadOf(item(text)), "Which pins cracked?");
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
	const answer = answerTo(payload, "Where did the pins crack?");
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
	const answer = answerTo(
		payloadOf(...items, focus("[Lid] [task] [id:00000000]\ndescription: It waits for the samples.\n")),
		"Why do the pins crack?",
	);
	expect(answer.match(/^> /gm)).toHaveLength(4);
	expect(answer).toMatch(/^\*\*Lid\*\*/);
});

test("says that no model is configured, and how to add one", () => {
	expect(answerTo(payloadOf(), "anything")).toMatch(
		/Nothing in the workspace matches[\s\S]*ANTHROPIC_API_KEY/,
	);
});

test("[A15] a set that was asked for is told as it is listed, with what there was no room for counted", () => {
	const listed = [
		{
			id: "1",
			ref: "bbbbbbbb",
			kind: "task",
			title: "Cut the *lid*",
			state_key: "in_progress",
			facts: [{ name: "due_at", value: "2026-01-02" }],
		},
		{ id: "2", ref: "cccccccc", kind: "task", title: "Sign", state_key: "todo", facts: [] },
	];
	const payload = payloadOf(item("[Trap] [note] [id:aaaaaaaa]\nbody: Which tasks are overdue is asked.\n"));
	const asked = [{ heading: "Late tasks", total: 3, listed, text: "" }];
	const withAsked = { ...payload, metadata: { ...payload.metadata, asked } };
	expect(answerTo(withAsked, "Which tasks are overdue?")).toMatch(
		/^\*\*Late tasks\*\* \(3\)\n\n- \*\*Cut the lid\*\* \[bbbbbbbb\] \(in progress\) - due at: 2026-01-02\n- \*\*Sign\*\* \[cccccccc\] \(todo\)\n- \.\.\. and 1 more\n\nNo language model/,
	);
});

test("[A15] sentences are found by the language of the workspace, also where it has no spaces", () => {
	const text =
		"[Bericht] [note] [id:aaaaaaaa]\nbody: Das Dach hielt dem Sturm stand. Die Häuser wurden geräumt.\n";
	expect(answerTo(payloadOf(item(text)), "Welches Haus?", german)).toContain("> Die Häuser wurden geräumt.");
	const japanese = "[記録] [note] [id:aaaaaaaa]\nbody: 屋根は無事でした。三本のピンが割れました。\n";
	expect(answerTo(payloadOf(item(japanese)), "ピンは？")).toContain("> 三本のピンが割れました。");
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
	expect(answerTo(payloadOf(table, asked), "Why did we buy rope?")).toMatch(
		/^\*\*Buy rope\*\* \[bbbbbbbb\]\n\n> The old one frayed at the bridge\.\n\n\*\*Kit\*\* \[aaaaaaaa\]\n\n> rope, 30 m · one\n\n/,
	);
});

const isPerson = (kind: string): boolean => kind === "Person";
const asked = (payload: ContextPayload, query: string): string =>
	answerWithoutModel({ payload, query, isPerson, analyse: (text) => analyseText(text, english) });

test("[A15] a question for a day gets the day first, of what it is about and by the date it means", () => {
	const lid = item(
		"[Cut the lid tool] [task] [id:aaaaaaaa]\nstate_key: todo\nstart_at: 2026-01-01\ndue_at: 2026-02-03\ndescription: The lid tool is at the smith.\n",
		"Cut the lid tool",
		"aaaaaaaa",
	);
	const other = item(
		"[Paint] [task] [id:bbbbbbbb]\ndue_at: 2026-05-05\ndescription: The tool shed is painted.\n",
		"Paint",
		"bbbbbbbb",
	);
	expect(asked(payloadOf(lid, other), "When is the lid tool due?")).toMatch(
		/^\*\*2026-02-03\*\* \(due\): \*\*Cut the lid tool\*\* \[aaaaaaaa\]\n/,
	);
	expect(asked(payloadOf(lid, other), "When did the lid tool start?")).toMatch(
		/^\*\*2026-01-01\*\* \(start\)/,
	);
	// A date of something that the question does not name would be a guess.
	const storm = asked(payloadOf(other), "When was the storm that broke the shed door?");
	expect(storm).not.toMatch(/^\*\*2026/);
});

test("[A15] a question for a person gets the person first, from a field or over an edge", () => {
	const lid = item(
		"[Cut the lid tool] [task] [id:aaaaaaaa]\nassignees: Luc Fontanel\ndescription: The lid tool is at the smith.\n",
		"Cut the lid tool",
		"aaaaaaaa",
	);
	expect(asked(payloadOf(lid), "Who does the lid tool?")).toMatch(
		/^\*\*Luc Fontanel\*\* \(assignees\): \*\*Cut the lid tool\*\* \[aaaaaaaa\]\n/,
	);
	expect(asked(payloadOf(lid), "Who is the customer of the lid tool?")).not.toMatch(/^\*\*Luc/);
	const change = item(
		"[Hinge change] [plan] [id:bbbbbbbb]\ndescription: The hinge change goes on.\n",
		"Hinge change",
		"bbbbbbbb",
	);
	const luc = item("[Luc] [Person] [id:cccccccc]\nrole: Designer\n", "Luc", "cccccccc");
	const led = {
		...luc,
		kind: "Person",
		because: { ...luc.because, reason: "“led by” of Hinge change, which the question asks for" },
	};
	expect(asked(payloadOf(change, led), "Who owns the hinge change?")).toMatch(
		/^\*\*Luc\*\* \[cccccccc\]: led by, Hinge change\n/,
	);
});

test("[A15] a question for a reason is answered with the reason before the outcome", () => {
	const decision = item(
		"[Move the hinge] [decision] [id:aaaaaaaa]\noutcome: The hinge comes from Lindqvist from now on.\nrationale: Three pins cracked in the salt.\n",
		"Move the hinge",
		"aaaaaaaa",
	);
	const answer = asked(payloadOf(decision), "Why did the hinge move?");
	expect(answer.indexOf("Three pins cracked")).toBeGreaterThan(0);
	expect(answer.indexOf("Three pins cracked")).toBeLessThan(answer.indexOf("comes from Lindqvist"));
});

test("[A15] what was found by name is named and not denied, and what a mention refers to is no answer", () => {
	const found = {
		...item("- [note] **Modem supply** [aaaaaaaa]\n", "Modem supply", "aaaaaaaa"),
		form: "title",
	} as const;
	expect(asked(payloadOf(found), "Why are the modems delayed?")).toMatch(
		/^Nothing here says it in so many words\. It may be in:\n\n- \*\*Modem supply\*\* \[aaaaaaaa\]\n/,
	);
	const mention = (title: string, ref: string, relation?: string): ContextItem => {
		const named = item(
			`[${title}] [Person] [id:${ref}]\nbio: ${title} reads every single report.\n`,
			title,
			ref,
		);
		const path = [{ id: ref, title, ...(relation && { relation }) }];
		return { ...named, because: { ...named.because, collector: "mentioned", path } } as ContextItem;
	};
	const payload = payloadOf(mention("Priya", "bbbbbbbb"), mention("Maren", "cccccccc", "@Priya.manager"));
	const answer = asked(payload, "Is she free?");
	expect(answer).toContain("**Priya** [bbbbbbbb]");
	expect(answer).not.toContain("Maren");
});

test("[A15] what a relation leads to is said before how it was found, without refs for a model", () => {
	const listed = [
		{
			id: "1",
			ref: "bbbbbbbb",
			kind: "task",
			title: "Sign",
			state_key: "todo",
			facts: [{ name: "through", value: "Lid [k3v9x2ab]" }],
		},
	];
	const set = { heading: "Lid: blocked by", total: 1, listed };
	const payload = payloadOf();
	const plan = { relation: "blocked by" };
	const metadata = { ...payload.metadata, plan, asked: [set] };
	expect(asked({ ...payload, metadata } as unknown as ContextPayload, "What blocks the lid?")).toMatch(
		/^\*\*Sign\*\* \[bbbbbbbb\] \(todo\) - through: Lid\n\nLid: blocked by\.\n/,
	);
});
