import type { AskedContent, PrintedDigest, ShrinkableLine } from "../model/findings.ts";
import { inOneLine } from "./fence-text.ts";
import { renderTitle } from "./render-entity.ts";

/** Names are no entities and no budget counts them: more than these are counted. */
const MOST_BESIDES = 12;

/** Prints the requested set: the true count, then as many lines as fit. */
function printAsked(
	{ heading, entries, total, outOf = total, besides = [], call }: AskedContent,
	size: number,
): readonly ShrinkableLine[] {
	const shown = entries.slice(0, size);
	const hidden = total - shown.length;
	return [
		{
			text: `#### ${inOneLine(heading)} (${total + besides.length}${outOf > total ? ` of ${outOf}` : ""})\n\n`,
		},
		...shown.flatMap(({ candidate, facts, under }, place): ShrinkableLine[] => [
			...(under !== undefined && under !== shown[place - 1]?.under
				? [{ text: `${inOneLine(under)}:\n` }]
				: []),
			{ candidate, text: renderTitle(candidate.subject, facts) },
		]),
		...besides
			.slice(0, MOST_BESIDES)
			.map((said) => ({ text: `- ${inOneLine(said)}, without an entry of their own\n` })),
		...(besides.length > MOST_BESIDES
			? [{ text: `- ... and ${besides.length - MOST_BESIDES} more without an entry of their own\n` }]
			: []),
		{
			text:
				hidden > 0
					? `- ... and ${hidden} more: ${call}\n\n`
					: total === 0
						? "_None._\n\n"
						: outOf > total
							? `_The first ${total === 1 ? "" : `${total} `}of ${outOf}._\n\n`
							: "_That is all of them._\n\n",
		},
	];
}

export function renderAsked(content: AskedContent): PrintedDigest {
	return {
		largest: Math.min(content.entries.length, content.most ?? Number.POSITIVE_INFINITY),
		print: (size) => printAsked(content, size),
		leavesOut: (size) => content.entries.slice(size).map(({ candidate }) => candidate),
	};
}
