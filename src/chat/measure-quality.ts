import type { Answer } from "../contract/frozen.ts";
import type { qualitySchema } from "../contract/rating.ts";
import { groupBy } from "../graph/model/group-by.ts";
import { makeReaderDays } from "../graph/model/reader-days.ts";
import type { ContextFigures, VerdictCount } from "../graph/store/chat/manifests.ts";

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
