import type { CoverageContent, PrintedDigest, ShrinkableLine } from "../model/findings.ts";
import type { KindCoverage } from "../model/snapshot.ts";

const ADDED: readonly (keyof KindCoverage)[] = ["total", "direct", "unlinked", "isolated"];

const renderCounts = (name: string, { total, direct, unlinked, isolated }: KindCoverage): string =>
	`- ${name}: ${total} total, ${direct} direct, ${unlinked} unlinked, ${isolated} isolated\n`;

/** Prints how far edges agree with membership: in one sum, or by kind as well. */
function printCoverage({ project, coverage }: CoverageContent, size: number): readonly ShrinkableLine[] {
	const kinds = Object.entries(coverage);
	const sums = ADDED.map((name) => [name, kinds.reduce((sum, [, counts]) => sum + counts[name], 0)]);
	return [
		{ text: "### Edge coverage\n\n" },
		...(size === 0 ? [] : kinds.map(([plural, counts]) => ({ text: renderCounts(plural, counts) }))),
		{ text: renderCounts("all", Object.fromEntries(sums)) },
		{
			text: `_Direct: joined to the project by an edge. Isolated: joined to nothing. To see them: call \`list_entities\` with project_id ${project.ref} and linked unlinked or isolated._\n\n`,
		},
	];
}

export function renderCoverage(content: CoverageContent): PrintedDigest {
	return {
		largest: 1,
		print: (size) => printCoverage(content, size),
	};
}
