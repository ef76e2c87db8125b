import type { ContextPayload } from "../context/model/payload.ts";
import { SkeinError } from "../graph/model/errors.ts";
import { type JudgedItem, judgeItems } from "../graph/model/rating.ts";
import { round } from "./figures.ts";
import { averageScores, scoreRanking } from "./score-ranking.ts";

export interface OwnQuestion {
	readonly context_id: string;
	readonly question: string;
	readonly tokens: number | null;
	readonly answer: "helped" | "not_helped" | null;
	readonly items: readonly (JudgedItem & {
		readonly form: string | null;
		readonly entity: { readonly id: string; readonly title: string };
	})[];
}

/** Asks the live workspace, as the person whose ratings they are. */
export interface OwnAsker<Question extends OwnQuestion> {
	/** Searches, and returns ids, best first. */
	readonly search: (question: Question) => Promise<readonly string[]>;
	readonly buildContext: (question: Question) => Promise<ContextPayload>;
}

/** How contexts hold what was rated. A share is null where nothing was rated that it could be taken of. */
export interface OwnFigures {
	/** The share of the shown rated entities that are no noise. */
	readonly precision: number | null;
	/** The share of the entities that helped or were missing that are shown. */
	readonly recall: number | null;
	/** The share of the questions with such entities that show all of them in full. */
	readonly evidence: number | null;
	readonly mean_tokens: number | null;
}

export type OwnEvaluation = Awaited<ReturnType<typeof evaluateOwn>>;

/** The rated entities that one context shows. */
interface Shown {
	readonly gold: number;
	readonly noise: number;
	/** Null where nothing should be shown. */
	readonly full: boolean | null;
	readonly tokens: number | null;
}

type OwnOutcome = Awaited<ReturnType<typeof askAgain>>;

/** A question that was asked about a thing that is gone cannot be asked again; anything else is a failure of the run. */
const CANNOT_BE_ASKED: ReadonlySet<string> = new Set(["not_found", "budget_too_small", "project_needed"]);

type Forms = ReadonlyMap<string, string>;

/** An entity shown in full counts as full, even if a block of it also appears in another form. */
function mapForms(items: readonly { readonly id: string; readonly form: string }[]): Forms {
	const forms = new Map<string, string>();
	for (const { id, form } of items) if (forms.get(id) !== "full") forms.set(id, form);
	return forms;
}

export async function evaluateOwn<Question extends OwnQuestion>(
	questions: readonly Question[],
	asker: OwnAsker<Question>,
	onProgress: (done: number) => void = () => undefined,
) {
	const outcomes: OwnOutcome[] = [];
	for (const [index, question] of questions.entries()) {
		const outcome = await askAgain(question, asker).catch((error: unknown) => {
			if (error instanceof SkeinError && CANNOT_BE_ASKED.has(error.code)) return undefined;
			throw error;
		});
		if (outcome !== undefined) outcomes.push(outcome);
		onProgress(index + 1);
	}
	const countAnswers = (verdict: OwnQuestion["answer"]): number =>
		questions.filter(({ answer }) => answer === verdict).length;
	const searches = outcomes.flatMap(({ search }) => search ?? []);
	return {
		questions: questions.length,
		/** Questions that cannot be asked again: what they were asked from is gone, or no longer fits the budget. */
		not_asked: questions.length - outcomes.length,
		answers: { helped: countAnswers("helped"), not_helped: countAnswers("not_helped") },
		search: searches.length === 0 ? null : averageScores(searches),
		when_rated: addUp(outcomes, ({ when_rated }) => when_rated),
		now: addUp(outcomes, ({ now }) => now),
		per_question: outcomes,
	};
}

async function askAgain<Question extends OwnQuestion>(
	question: Question,
	{ search, buildContext }: OwnAsker<Question>,
) {
	const { gold, noise } = judgeItems(question.items);
	const payload = await buildContext(question);
	const before = mapForms(
		question.items.flatMap(({ entity, form }) => (form === null ? [] : [{ id: entity.id, form }])),
	);
	const after = mapForms(payload.sections.flatMap(({ items }) => items));
	const look = (forms: Forms, tokens: number | null): Shown => ({
		gold: gold.filter((id) => forms.has(id)).length,
		noise: noise.filter((id) => forms.has(id)).length,
		full: gold.length === 0 ? null : gold.every((id) => forms.get(id) === "full"),
		tokens,
	});
	const titles = new Map(question.items.map(({ entity }) => [entity.id, entity.title]));
	const nameAll = (ids: readonly string[]): readonly string[] => ids.map((id) => titles.get(id) ?? id);
	return {
		...{ context_id: question.context_id, question: question.question, gold: gold.length },
		search: gold.length === 0 ? null : scoreRanking(await search(question), gold),
		when_rated: look(before, question.tokens),
		now: look(after, payload.metadata.usedTokens),
		/** Titles of what should be shown and is not, and of the noise that is. */
		lacking: nameAll(gold.filter((id) => !after.has(id))),
		noisy: nameAll(noise.filter((id) => after.has(id))),
	};
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : round(part / whole));
const mean = (values: readonly number[]): number | null => shareOf(sum(values), values.length);

function addUp(outcomes: readonly OwnOutcome[], of: (outcome: OwnOutcome) => Shown): OwnFigures {
	const shown = outcomes.map(of);
	const [gold, noise] = [sum(shown.map((each) => each.gold)), sum(shown.map((each) => each.noise))];
	const fulls = shown.flatMap(({ full }) => full ?? []);
	const tokens = shown.flatMap((each) => each.tokens ?? []);
	return {
		precision: shareOf(gold, gold + noise),
		recall: shareOf(gold, sum(outcomes.map((outcome) => outcome.gold))),
		evidence: mean(fulls.map(Number)),
		mean_tokens: tokens.length === 0 ? null : Math.round(sum(tokens) / tokens.length),
	};
}
