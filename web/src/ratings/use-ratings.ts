import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { RatedItem, RatedPage, Verdict } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { say } from "../design/notice.tsx";

type RatedEntity = RatedItem["entity"];

/** The reader's ratings of one context and of the answer made from it. */
export type ContextRatings = NonNullable<ReturnType<typeof useRatings>>;

/** The item id under which the answer itself is rated. */
export const theAnswer = "answer";

/** The ratings of a chat are read once, for all its turns. Null where there is nothing that could be rated. */
export function useRatings(chatId: string | null, contextId: string | null) {
	const queries = useQueryClient();
	const calls = useRef(0);
	const { data } = useRead(["ratings", chatId], (options) => skein.ratings.list(chatId, options), {
		enabled: chatId !== null && contextId !== null,
		staleTime: 60_000,
	});
	const rated = data?.questions.find((question) => question.context_id === contextId);
	return useMemo(() => {
		if (chatId === null || contextId === null) return null;
		const queryKey = ["ratings", chatId];
		const marked = new Map(rated?.items.map(({ item_id, verdict }) => [item_id, verdict]));

		function show(change: (question: Shown) => Shown) {
			queries.setQueryData<RatedPage>(queryKey, (page = { questions: [], next_cursor: null }) => {
				const known = page.questions.find((question) => question.context_id === contextId);
				const others = page.questions.filter((question) => question !== known);
				const next = change(known ?? { ...nothingRated, context_id: contextId ?? "" });
				return { ...page, questions: [...others, next] };
			});
		}

		async function send(item: string, verdict: Verdict | null, missing?: RatedEntity) {
			calls.current += 1;
			const call = calls.current;
			await queries.cancelQueries({ queryKey });
			show((question) => mark(question, item, verdict, missing));
			try {
				const answer = await skein.ratings.rate(contextId ?? "", item, verdict);
				// An answer that a later press has overtaken would undo that press on the page for a moment.
				if (call === calls.current) show(() => answer);
				void queries.invalidateQueries({ queryKey: ["quality"] });
			} catch (error) {
				say({ text: `Not rated. ${error instanceof Error ? error.message : ""}`, tone: "bad" });
				void queries.invalidateQueries({ queryKey });
			}
		}

		return {
			verdictOf: (item: string): Verdict | null =>
				(item === theAnswer ? rated?.answer : marked.get(item)) ?? null,
			/** Entities that the reader found missing. */
			missing: (rated?.items ?? []).flatMap(({ verdict, entity }) => (verdict === "missing" ? [entity] : [])),
			/** Shows the rating at once; null removes it. `missing` names an entity that the answer lacked. */
			rate: (item: string, verdict: Verdict | null, missing?: RatedEntity) =>
				void send(item, verdict, missing),
		};
	}, [queries, chatId, contextId, rated]);
}

type Shown = RatedPage["questions"][number];

const nothingRated: Omit<Shown, "context_id"> = {
	chat_id: null,
	question: "",
	request: {},
	asked_at: "",
	rated_at: null,
	tokens: null,
	answer: null,
	items: [],
};

/** Returns the rating the server is expected to store, shown until it answers. */
function mark(question: Shown, item: string, verdict: Verdict | null, missing?: RatedEntity): Shown {
	if (item === theAnswer) {
		return { ...question, answer: verdict === "helped" || verdict === "not_helped" ? verdict : null };
	}
	const others = question.items.filter(({ item_id }) => item_id !== item);
	if (verdict === null || verdict === "not_helped") return { ...question, items: others };
	const entity = missing ?? { id: item, ref: "", kind: "", title: "" };
	return { ...question, items: [...others, { item_id: item, verdict, form: null, entity }] };
}
