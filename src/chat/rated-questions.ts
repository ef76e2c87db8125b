import type { Answer } from "../contract/frozen.ts";
import type { qualitySchema, ratedQuestionSchema } from "../contract/rating.ts";
import type { Reader, Session } from "../graph/graph.ts";
import { readEntityText } from "../graph/model/entity-text.ts";
import { groupBy } from "../graph/model/group-by.ts";
import type { JsonObject } from "../graph/model/json.ts";
import { ANSWER, type AnswerVerdict, type ItemVerdict, judgeItems } from "../graph/model/rating.ts";
import { makeReaderDays } from "../graph/model/reader-days.ts";
import type { ContextFigures, RatedContext, VerdictCount } from "../graph/store/chat/manifests.ts";
import type { KeptRequest } from "./keep-request.ts";

/** A question with what its asker thinks of the answer and of what was read for it. */
export type RatedQuestion = Answer<typeof ratedQuestionSchema>;

/** Entities that the reader may not read any more, or that lie in the trash, drop out. */
export function presentRated(rated: RatedContext, { graph }: Pick<Reader, "graph">): RatedQuestion {
	const { chatId, projectId, mentions = [], pins = [], ...asked } = rated.request as unknown as KeptRequest;
	const isThere = (id: string): boolean => graph.node(id) !== undefined;
	const items = rated.marks.flatMap(({ item_id, entity_id, verdict, form }) => {
		const node = entity_id === null ? undefined : graph.node(entity_id);
		if (node === undefined) return [];
		const { id, ref, kind, title } = node;
		return [{ item_id, verdict: verdict as ItemVerdict, form, entity: { id, ref, kind, title } }];
	});
	const answer = rated.marks.find(({ item_id }) => item_id === ANSWER);
	const { context_id, asked_at, rated_at, tokens } = rated;
	return {
		...{ context_id, chat_id: chatId ?? null, question: asked.query },
		request: {
			...asked,
			...(projectId !== undefined && { project_id: projectId }),
			mentions: mentions.filter(isThere),
			pins: pins.filter(isThere),
		} as unknown as JsonObject,
		...{ asked_at, rated_at, tokens, items },
		answer: (answer?.verdict as AnswerVerdict | undefined) ?? null,
	};
}

const PAGE = 200;

/** Every rated question of the session's person, newest first. */
async function* eachRated({ ratings, reader }: Session): AsyncGenerator<RatedQuestion> {
	for (let before: string | undefined; ; ) {
		const page = await ratings.list({ limit: PAGE, before });
		yield* page.map((rated) => presentRated(rated, reader));
		before = page.at(-1)?.context_id;
		if (page.length < PAGE) return;
	}
}

export const EVAL_FILES = ["queries", "nodes", "edges"] as const;
export type EvalFile = (typeof EVAL_FILES)[number];

/** Lists the questions with at least one entity that should be found. */
async function* listQueries(session: Session): AsyncGenerator<object> {
	for await (const rated of eachRated(session)) {
		const { gold, noise } = judgeItems(rated.items);
		if (gold.length === 0) continue;
		const { query: text, focus, type: _, ...others } = rated.request as unknown as KeptRequest;
		yield {
			id: rated.context_id,
			text,
			gold,
			noise,
			...(focus?.id !== undefined && { focus: focus.id }),
			...others,
		};
	}
}

async function* listNodes({ reader: { graph, rows } }: Session): AsyncGenerator<object> {
	const ids = [...graph.nodes()].map(({ id }) => id);
	for (let start = 0; start < ids.length; start += PAGE) {
		const page = await rows.getMany(ids.slice(start, start + PAGE));
		for (const entity of page.values()) {
			const { id, kind, title, project_id: project } = entity;
			const { text } = readEntityText(entity);
			yield { id, kind, title, text, ...(project !== null && project !== id && { project }) };
		}
	}
}

async function* listEdges({ reader: { graph } }: Session): AsyncGenerator<object> {
	for (const { id } of graph.nodes()) {
		for (const { edge, seenFrom } of graph.linksOf(id)) {
			if (seenFrom !== "outgoing") continue;
			const { src_id: src, rel, dst_id: dst, text } = edge;
			yield { src, rel, dst, ...(text !== "" && { text }) };
		}
	}
}

const LISTS = { queries: listQueries, nodes: listNodes, edges: listEdges } as const;

/** One file of an evaluation set made of the person's ratings and of what they may read: a JSON object a line. */
export async function* printEvalFile(session: Session, file: EvalFile): AsyncGenerator<Uint8Array> {
	for await (const row of LISTS[file](session)) yield Buffer.from(`${JSON.stringify(row)}\n`);
}

export type Quality = Answer<typeof qualitySchema>;

/** How many of the newest contexts are looked at. */
export const MOST_MEASURED = 200;
const MOST_DAYS = 14;
/** The sources that collect have a time of their own each, within that of the stage. */
const SOURCE = "collect ";
const STAGES = ["prepare", "collect", "fetch", "rank", "render", "fit", "assemble"];

const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const roundTo = (digits: number, value: number): number => Number(value.toFixed(digits));

function measureDays(contexts: readonly ContextFigures[], timeZone: string | undefined) {
	const { dayOf } = makeReaderDays({ timeZone });
	const byDay = groupBy(contexts, ({ at }) => dayOf(at));
	return [...byDay].slice(-MOST_DAYS).map(([day, made]) => ({
		...{ day, counted: made.length },
		mean_tokens: Math.round(mean(made.map(({ tokens }) => tokens))),
	}));
}

function measureStages(contexts: readonly ContextFigures[]) {
	const names = new Set(contexts.flatMap(({ timings }) => Object.keys(timings)));
	const stages = [...names].filter((name) => !name.startsWith(SOURCE));
	stages.sort((a, b) => STAGES.indexOf(a) - STAGES.indexOf(b));
	return stages.map((stage) => {
		const times = contexts.flatMap(({ timings }) => timings[stage] ?? []).sort((a, b) => a - b);
		const p95 = times[Math.min(times.length - 1, Math.floor(0.95 * times.length))] ?? 0;
		return { stage, mean_ms: roundTo(2, mean(times)), p95_ms: roundTo(2, p95) };
	});
}

export function measureQuality(input: {
	readonly counts: readonly VerdictCount[];
	/** Oldest first. */
	readonly contexts: readonly ContextFigures[];
	readonly timeZone?: string | undefined;
}): Quality {
	const { counts, contexts, timeZone } = input;
	const countOf = (verdict: VerdictCount["verdict"], ofAnswer: boolean): number =>
		counts.find((each) => each.verdict === verdict && each.of_answer === ofAnswer)?.count ?? 0;
	const items = {
		helped: countOf("helped", false),
		noise: countOf("noise", false),
		missing: countOf("missing", false),
	};
	const shown = items.helped + items.noise;
	return {
		ratings: {
			answers: { helped: countOf("helped", true), not_helped: countOf("not_helped", true) },
			items,
			precision: shown === 0 ? null : items.helped / shown,
		},
		contexts: {
			counted: contexts.length,
			mean_tokens: contexts.length === 0 ? null : Math.round(mean(contexts.map(({ tokens }) => tokens))),
			days: measureDays(contexts, timeZone),
			stages: measureStages(contexts),
		},
	};
}
