import type { LinkedGroup } from "../model/linked.ts";
import { type LinkedLine, renderLinked } from "../render/render-linked.ts";

export interface FittedLinked {
	readonly lines: readonly LinkedLine[];
	readonly perKind: number;
	readonly tokens: number;
}

/**
 * As many linked entities of each kind as the room allows: third entries leave first, then second ones, and at last
 * everything folds into one line of counts. The counts always stay true.
 */
export function fitLinked(input: {
	readonly kindLabel: string;
	readonly groups: readonly LinkedGroup[];
	readonly perKind: number;
	readonly tokens: number;
	readonly count: (text: string) => number;
}): FittedLinked {
	if (input.groups.length === 0) return { lines: [], perKind: 0, tokens: 0 };
	for (let perKind = input.perKind; ; perKind -= 1) {
		const lines = renderLinked({ ...input, perKind });
		const tokens = input.count(lines.map((line) => line.text).join(""));
		if (tokens <= input.tokens || perKind === 0) return { lines, perKind, tokens };
	}
}
