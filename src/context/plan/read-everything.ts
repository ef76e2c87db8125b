import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { type Intent, wantsReason } from "./read-intent.ts";
import { isManyNamed } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";

/** Reads a question for all things of a kind, without conditions: "which goals belong to Heron?" */
export function wantEverything(
	{ language }: GraphView,
	asked: {
		readonly frame: string;
		readonly kinds: readonly Kind[];
		readonly isAmong: boolean;
		readonly hasProject: boolean;
	},
): Intent | undefined {
	const { frame, kinds, isAmong, hasProject } = asked;
	const isMany = kinds.length > 0 && kinds.every((kind) => isManyNamed(frame, kind));
	if (wantsReason(frame, kinds) || !(isAmong ? hasProject : isMany)) return undefined;
	const { marks } = readMarks(frame, kinds, language);
	return { ...everythingOf(kinds), ...(marks.length > 0 && { marks, asks: [{ rule: "marked" }] }) };
}

export const everythingOf = (kinds: readonly Kind[]): Intent => ({
	asks: [{ rule: "all" }],
	kinds,
	isMine: false,
	marks: [],
	missing: [],
	isBoth: false,
});

/** Whether a set is all there is of its kinds. */
export const isAll = ({ asks, marks, missing, isMine }: Intent): boolean =>
	!isMine && marks.length === 0 && missing.length === 0 && asks.every(({ rule }) => rule === "all");
