import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { RatedQuestion } from "../../../chat/rated-questions.ts";
import type { ContextPayload } from "../../../context/model/payload.ts";
import { LARGEST_PAGE } from "../../../contract/limits.ts";
import type { OwnEvaluation, OwnFigures } from "../../../evaluate/evaluate-own.ts";
import type { SearchAnswer } from "../../../graph/search/search-entities.ts";
import { colors, print, printJson, showProgress, talk } from "../terminal/talk.ts";
import type { ApiClient } from "./api-client.ts";

export interface RatedOptions {
	/** Write the ratings to this folder instead of asking the questions. */
	readonly export?: string;
	/** Tokens of each context; the default budget otherwise. */
	readonly budget?: number;
	readonly meaning: boolean;
	readonly json?: boolean;
}

const RANKED = 50;

async function listRated(client: ApiClient): Promise<readonly RatedQuestion[]> {
	let questions: readonly RatedQuestion[] = [];
	for (let cursor = ""; ; ) {
		const page = await client.get<{ questions: readonly RatedQuestion[]; next_cursor: string | null }>(
			`/api/ratings?limit=${LARGEST_PAGE}${cursor}`,
		);
		questions = [...questions, ...page.questions];
		if (page.next_cursor === null) return questions;
		cursor = `&cursor=${page.next_cursor}`;
	}
}

/** Asks the rated questions again, as the person who rated them. Nothing is copied and nothing is written. */
async function askAgain(client: ApiClient, options: RatedOptions): Promise<OwnEvaluation> {
	const { evaluateOwn } = await import("../../../evaluate/evaluate-own.ts");
	const questions = await listRated(client);
	const budget = options.budget === undefined ? {} : { budget: { total: options.budget } };
	const progress = showProgress();
	const evaluation = await evaluateOwn(
		questions,
		{
			search: async ({ question, request: { project_id } }) => {
				const body = { query: question, project_id, limit: RANKED, semantic: options.meaning };
				const { results } = await client.post<SearchAnswer>("/api/search", body);
				return results.map(({ id }) => id);
			},
			buildContext: ({ request }) => client.post<ContextPayload>("/api/context", { ...request, ...budget }),
		},
		(done) => progress.update(`questions ${done} of ${questions.length}`),
	);
	progress.end();
	return evaluation;
}

const NO_RATINGS =
	"There are no ratings of yours yet. In the app, press a thumb below an answer or next to an item in the inspector, then run this again.";

const ROWS: readonly (readonly [label: string, figure: keyof OwnFigures])[] = [
	["rated items that are no noise", "precision"],
	["what helps is shown", "recall"],
	["all of it in full", "evidence"],
	["tokens", "mean_tokens"],
];
const LABEL_WIDTH = 32;
const COLUMN_WIDTH = 12;

const printFigure = (value: number | null): string =>
	(value === null ? "–" : String(value)).padStart(COLUMN_WIDTH);

function printEvaluation({ questions, not_asked, answers, search, ...figures }: OwnEvaluation): void {
	print(`${"questions".padEnd(LABEL_WIDTH)}${printFigure(questions)}`);
	if (not_asked > 0) print(`${"  cannot be asked again".padEnd(LABEL_WIDTH)}${printFigure(not_asked)}`);
	print(`${"answers that helped".padEnd(LABEL_WIDTH)}${printFigure(answers.helped)}`);
	print(`${"answers that did not help".padEnd(LABEL_WIDTH)}${printFigure(answers.not_helped)}`);
	for (const [name, value] of Object.entries(search ?? {}))
		print(`${`search ${name}`.padEnd(LABEL_WIDTH)}${printFigure(value)}`);
	const heads = ["when rated", "now"].map((head) => head.padStart(COLUMN_WIDTH)).join("");
	print(`\n${colors.bold("contexts".padEnd(LABEL_WIDTH) + heads)}`);
	for (const [label, figure] of ROWS) {
		const values = [figures.when_rated[figure], figures.now[figure]].map(printFigure).join("");
		print(label.padEnd(LABEL_WIDTH) + values);
	}
	const faulty = figures.per_question.filter(({ lacking, noisy }) => lacking.length + noisy.length > 0);
	for (const { question, lacking, noisy } of faulty) {
		print(`\n${colors.bold(question)}`);
		if (lacking.length > 0) print(`  not shown: ${lacking.join(" · ")}`);
		if (noisy.length > 0) print(`  still noise: ${noisy.join(" · ")}`);
	}
}

async function exportRated(client: ApiClient, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const file of ["queries", "nodes", "edges"]) {
		const { body } = await client.open("GET", `/api/ratings/export?file=${file}`);
		if (body === null) throw new Error("An answer without a body.");
		const path = join(folder, `${file}.jsonl`);
		await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), createWriteStream(path));
		print(path);
	}
}

/** `skein eval --own`: the scores of the rated questions now, or the ratings as a set in a folder. */
export async function evaluateRated(client: ApiClient, options: RatedOptions): Promise<void> {
	if (options.export !== undefined) return exportRated(client, resolve(options.export));
	const evaluation = await askAgain(client, options);
	if (options.json) printJson(evaluation);
	else if (evaluation.questions > 0) printEvaluation(evaluation);
	if (evaluation.questions === 0) talk(NO_RATINGS);
}
