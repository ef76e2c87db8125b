import type { Reader } from "../../graph/graph.ts";
import { makeReaderDays } from "../../graph/model/reader-days.ts";
import { Calendar } from "../../graph/query/query-dates.ts";
import type { Recipe } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";
import { correctPlan } from "../plan/correct-plan.ts";
import { readPlan, readWords } from "../plan/read-plan.ts";
import type { CollectScope } from "./collector.ts";
import { findSubjects } from "./find-subjects.ts";
import { readBackground, standsByItself } from "./read-background.ts";

const TODAY = { from: "today", count: 0, unit: "d" } as const;

/** The day it is at that moment in a time zone, as YYYY-MM-DD. A zone that does not exist is refused. */
function dayAt(now: string, timeZone: string): string {
	const { day } = new Calendar({ now: new Date(now), timeZone }).resolve(TODAY);
	return new Date(day).toISOString().slice(0, 10);
}

/** What all collectors share: who asks, about what, and on which day. */
export async function openScope(input: {
	readonly reader: Reader;
	readonly request: ContextRequest;
	readonly recipe: Recipe;
}): Promise<CollectScope> {
	const { reader, request, recipe } = input;
	const { query, now } = request;
	const background = readBackground(request);
	// As it was typed: a model reads past a slip, while a rare word that was "corrected" leads it astray.
	const question = background === undefined ? query : `${background}\n${query}`;
	const subjects = await findSubjects(reader, request);
	const embed = async (text: string) =>
		recipe.collectors.includes("search")
			? (await reader.cache.get("question vector", [text], () => reader.embedQuery(text))).value
			: undefined;
	const [asker, vector] = await Promise.all([reader.profile(), embed(question)]);
	const timeZone = request.timezone ?? asker.time_zone ?? "UTC";
	const today = dayAt(now, timeZone);
	const { focus, project } = subjects;
	const isPlanned = recipe.collectors.some((name) => name === "intent" || name === "search");
	const history = request.history ?? request.conversation ?? [];
	const asked = request.projectId === undefined ? undefined : project;
	const readQuestion = () =>
		(isPlanned && request.read !== "words" ? readPlan : readWords)({
			graph: reader.graph,
			query,
			days: makeReaderDays({ today, timeZone }),
			asker: { accountId: reader.access.accountId, names: [asker.display_name] },
			focus,
			project: asked,
			history,
			apart: request.apart,
		});
	// Conversations are long and hardly come again.
	const read =
		history.length > 0
			? readQuestion()
			: (
					await reader.cache.get(
						"question",
						[
							...[query, focus?.id, asked?.id, today, timeZone, asker.display_name],
							...[request.apart, isPlanned && request.read !== "words"],
						],
						readQuestion,
					)
				).value;
	const correction = typeof request.read === "object" ? request.read : undefined;
	const plan = correction ? correctPlan(read, { graph: reader.graph, query, correction }) : read;
	const isAlone =
		background !== undefined && focus === undefined && standsByItself(query, plan, reader.graph);
	return {
		...input,
		...subjects,
		asker,
		timeZone,
		today,
		plan,
		background,
		// "Summarize this" is near to every summary; what is looked for in its place is what the focus is called.
		queryVector: plan.searchFor === undefined ? vector : await embed(plan.searchFor),
		alone: isAlone ? { vector: await embed(query) } : undefined,
	};
}
