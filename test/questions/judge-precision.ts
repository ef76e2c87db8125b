import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import type { AnsweredQuestion } from "./answers.ts";
import { findByKey } from "./demo-keys.ts";

type Item = ContextPayload["sections"][number]["items"][number];

const sum = <Value>(values: readonly Value[], of: (value: Value) => number): number =>
	values.reduce((total, value) => total + of(value), 0);

/** The context of a question as users get it, and what of it matters: gold, what an edge joins to gold, what the question names. */
async function judge(session: SkeinSession, { query, gold }: AnsweredQuestion) {
	const { graph } = session.reader;
	const ids = new Set(gold.map((key) => findByKey(graph, key).id));
	const near = new Set([...ids].flatMap((id) => [id, ...graph.linksOf(id).map(({ other }) => other.id)]));
	const payload = await session.buildContext({ query, now: NOW });
	const items = payload.sections.flatMap((section) => section.items);
	// Names are the index, which is counted by itself.
	const shown = items.filter(({ form }) => form !== "title");
	const relevant = shown.filter(
		({ id, title }) => near.has(id) || query.toLowerCase().includes(title.toLowerCase()),
	);
	const holdsAll = (list: readonly Item[]): boolean =>
		[...ids].every((id) => list.some((item) => item.id === id));
	return {
		query,
		shown,
		relevant,
		index: items.length - shown.length,
		isShown: holdsAll(shown.filter(({ form }) => form !== "light")),
		isNamed: holdsAll(items),
		tokens: payload.metadata.totalTokens,
	};
}

/** Over all questions, at the default budget: how much of what is shown matters, and how often the answer is there. */
export async function judgePrecision(session: SkeinSession, questions: readonly AnsweredQuestion[]) {
	const judged: Awaited<ReturnType<typeof judge>>[] = [];
	for (const question of questions) judged.push(await judge(session, question));
	const share = (of: (item: Item) => number): number =>
		sum(judged, ({ relevant }) => sum(relevant, of)) / sum(judged, ({ shown }) => sum(shown, of));
	const mean = (of: (each: (typeof judged)[number]) => number): number => sum(judged, of) / judged.length;
	return {
		byItems: share(() => 1),
		byTokens: share(({ tokens }) => tokens),
		answered: mean(({ isShown }) => Number(isShown)),
		named: mean(({ isNamed }) => Number(isNamed)),
		index: mean(({ index }) => index),
		tokens: mean(({ tokens }) => tokens),
		unanswered: judged.filter(({ isShown }) => !isShown).map(({ query }) => query),
	};
}
