import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import type { AnsweredQuestion } from "./answers.ts";
import { findByKey } from "./demo-keys.ts";

/** From what holds one short line to what holds most of the demo, each a fifth above the last. */
const BUDGETS = Array.from({ length: 25 }, (_, step) => Math.round(110 * 1.2 ** step));

const itemsOf = ({ sections }: ContextPayload) => sections.flatMap((section) => section.items);

/** The smallest of the budgets whose context holds every one of these, found by halving. */
async function buildSmallest(
	{ buildContext }: SkeinSession,
	query: string,
	gold: ReadonlySet<string>,
): Promise<ContextPayload | undefined> {
	let found: ContextPayload | undefined;
	let [low, high] = [0, BUDGETS.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const total = BUDGETS[middle] as number;
		const payload = await buildContext({ query, now: NOW, type: "search", budget: { total } }).catch(
			(error: { code?: string }) => {
				if (error.code !== "budget_too_small") throw error;
				return undefined;
			},
		);
		const shown = new Set(payload ? itemsOf(payload).map((item) => item.id) : []);
		if (payload && [...gold].every((id) => shown.has(id))) [found, high] = [payload, middle];
		else low = middle + 1;
	}
	return found;
}

/** How many items there are, and how many of them are gold, next to gold or named in the question. */
async function judge(session: SkeinSession, { query, gold }: AnsweredQuestion) {
	const { graph } = session.reader;
	const ids = new Set(gold.map((key) => findByKey(graph, key).id));
	const near = new Set([...ids].flatMap((id) => [id, ...graph.linksOf(id).map(({ other }) => other.id)]));
	const payload = await buildSmallest(session, query, ids);
	const items = payload ? itemsOf(payload) : [];
	const isRelevant = ({ id, title }: { id: string; title: string }): boolean =>
		near.has(id) || query.toLowerCase().includes(title.toLowerCase());
	return {
		query,
		found: payload !== undefined,
		items: items.length,
		relevant: items.filter(isRelevant).length,
		budget: payload?.metadata.budget.total,
	};
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Over all questions, the share of items that matter at the smallest budget that holds the answer, and where others stand. */
export async function judgePrecision(session: SkeinSession, questions: readonly AnsweredQuestion[]) {
	const judged = [];
	for (const question of questions) judged.push(await judge(session, question));
	return {
		precision: sum(judged.map(({ relevant }) => relevant)) / sum(judged.map(({ items }) => items)),
		unfound: judged.filter(({ found }) => !found).map(({ query }) => query),
		worst: judged.filter(({ items, relevant }) => relevant < items),
	};
}
