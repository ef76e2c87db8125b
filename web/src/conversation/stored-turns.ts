import type { AnswerOutcome, Approval, StoredChat, StoredMessage } from "../../../src/client/chat-calls.ts";
import { countOf } from "../design/format.tsx";
import { type Draft, emptyDraft, type Mention } from "./draft.ts";
import type { Step, Turn } from "./turn.ts";

/** Lists the questions from the first to the one that ends in `head`: one branch of the chat. */
export function listQuestions(chat: StoredChat, head: string | null): readonly StoredMessage[] {
	const byId = new Map(chat.messages.map((message) => [message.id, message]));
	const path: StoredMessage[] = [];
	for (let next = byId.get(head ?? chat.messages.at(-1)?.id ?? ""); next !== undefined; ) {
		path.push(next);
		// Deleted on the way: a cycle of parents would otherwise be walked for ever.
		byId.delete(next.id);
		next = next.parent_id === null ? undefined : byId.get(next.parent_id);
	}
	return path.reverse().filter(({ role }) => role === "user");
}

/** Returns the last message after this one, on its newest branch. */
export function findHead(chat: StoredChat, from: string): string {
	const behind = new Set([from]);
	let head = from;
	// Messages come in the order in which they were written, so that a reply always follows its parent.
	for (const { id, parent_id } of chat.messages) {
		if (parent_id === null || !behind.has(parent_id)) continue;
		behind.add(id);
		head = id;
	}
	return head;
}

/** Groups the versions of each question, oldest first, by the message they follow. */
export function groupVersions(chat: StoredChat | undefined): ReadonlyMap<string | null, readonly string[]> {
	const versions = new Map<string | null, string[]>();
	for (const { id, role, parent_id } of chat?.messages ?? []) {
		if (role === "user") versions.set(parent_id, [...(versions.get(parent_id) ?? []), id]);
	}
	return versions;
}

function findAnswer(chat: StoredChat, questionId: string): StoredMessage | undefined {
	return chat.messages.findLast(({ role, parent_id }) => role === "assistant" && parent_id === questionId);
}

/** Returns a turn in the form the server stores it: the whole text, with the calls before it. */
export function readStoredTurn(chat: StoredChat, question: StoredMessage): Turn {
	const answer = findAnswer(chat, question.id);
	const details = answer?.details ?? {};
	// The approval that replaced a stale one is shown in its place.
	const approvals = chat.approvals.filter(
		({ id, message_id, outcome }) =>
			(id === details.approvalId || (answer !== undefined && message_id === answer.id)) &&
			!outcome.replacedBy,
	);
	return {
		id: question.id,
		questionId: question.id,
		answerId: answer?.id ?? null,
		parentId: question.parent_id,
		asked: recallDraft(question),
		context: null,
		contextId: answer?.context_id ?? null,
		steps: listSteps(answer, approvals),
		text: answer?.text ?? "",
		citations: details.citations ?? [],
		leftOut: details.leftOut ?? 0,
		end: readEnd(answer),
		running: answer?.state === "running",
		error: null,
		lost: listLost(question),
	};
}

function listLost({ details: { files = [], images = 0 } }: StoredMessage): readonly string[] {
	return [...files, ...(images === 0 ? [] : [countOf(images, "picture")])];
}

function listSteps(answer: StoredMessage | undefined, approvals: readonly Approval[]): readonly Step[] {
	const text = answer?.text ?? "";
	return [
		...(answer?.details.tools ?? []).map((call): Step => ({ type: "tool", key: call.id, call })),
		...(text === "" ? [] : [{ type: "text", key: "text", text } as const]),
		...approvals.map((approval): Step => ({ type: "approval", key: approval.id, approval })),
	];
}

function readEnd(answer: StoredMessage | undefined): AnswerOutcome | null {
	if (answer === undefined || answer.state === "sent" || answer.state === "running") return null;
	const { model = null, error = null, ...rest } = answer.details;
	// A withheld answer keeps its state, and its details say why it is not shown.
	const state = error !== null && answer.text === "" ? "failed" : answer.state;
	return { ...rest, model, error, state };
}

/** Returns a stored question as a draft: its words, its focus, its mentions and pins. */
export function recallDraft({ text, details: { asked } }: StoredMessage): Draft {
	if (asked === undefined) return { ...emptyDraft, text };
	const { focus, blockId, mentions, pins, model } = asked;
	const recall = (via: Mention["via"]) => (named: Pick<Mention, "id" | "kind" | "title">) =>
		({ ...named, via, lifetime: "message" }) as const;
	return {
		...emptyDraft,
		text,
		model: model ?? null,
		// The paragraph's id is stored, its words are not: they are read again when needed.
		focus: focus && {
			...focus,
			...(blockId !== undefined && { block: { id: blockId, text: "a paragraph" } }),
		},
		mentions: [...mentions.map(recall("@")), ...pins.map(recall("[["))],
	};
}

/**
 * Returns the draft for the next question of a stored chat: the focus of the last question, and the pins of the chat.
 */
export function recallNextDraft({
	messages,
	settings,
}: StoredChat): Pick<Draft, "focus" | "mentions" | "model"> {
	const asked = messages.filter(({ role }) => role === "user").map(recallDraft);
	const last = asked.at(-1);
	const kept = new Set([...(settings.mentions ?? []), ...(settings.pins ?? [])]);
	const named = new Map(asked.flatMap(({ mentions }) => mentions).map((mention) => [mention.id, mention]));
	return {
		focus: last?.focus ?? null,
		model: last?.model ?? null,
		mentions: [...named.values()]
			.filter(({ id }) => kept.has(id))
			.map((mention) => ({ ...mention, lifetime: "chat" })),
	};
}
