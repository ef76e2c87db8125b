import type { ANSWER_VERDICTS, ITEM_VERDICTS } from "../../contract/rating.ts";

/** Under which the answer itself is rated; every other item of a context is named by its block id. */
export const ANSWER = "answer";
export type AnswerVerdict = (typeof ANSWER_VERDICTS)[number];
export type ItemVerdict = (typeof ITEM_VERDICTS)[number];

/** The ratings of one context, as far as a judgement needs them. */
export interface JudgedItem {
	readonly verdict: ItemVerdict;
	readonly entity: { readonly id: string };
}

/** A page of which one block helped and another did not is gold: the page was right. */
export function judgeItems(
	items: readonly JudgedItem[],
): Readonly<Record<"gold" | "noise", readonly string[]>> {
	const idsOf = (isMeant: (verdict: ItemVerdict) => boolean): readonly string[] => [
		...new Set(items.filter(({ verdict }) => isMeant(verdict)).map(({ entity }) => entity.id)),
	];
	const gold = idsOf((verdict) => verdict !== "noise");
	return { gold, noise: idsOf((verdict) => verdict === "noise").filter((id) => !gold.includes(id)) };
}
