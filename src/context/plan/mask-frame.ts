import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { DAY_WORDS } from "./read-day-range.ts";
import { RULE_WORDS } from "./read-intent.ts";
import { findNouns, type MaskedQuestion, type Span } from "./read-kinds.ts";
import { readMarks } from "./read-marks.ts";
import { readSuperlative } from "./read-superlative.ts";

/** "My overdue work" is called nothing. */
const ANY_WORK =
	/\b(?:my|our|overdue|open|blocked|unfinished|outstanding)\s+(?:[\p{L}]+\s+)?(?:work|items?|things?|stuff)\b/iu;

/** Blanks the words for kind, rule, day and relation, and leaves the names. */
export function maskFrame(
	masked: MaskedQuestion,
	read: {
		readonly graph: GraphView;
		readonly named: readonly Kind[];
		readonly project: EntityHeader | undefined;
		readonly said: readonly Span[];
	},
): void {
	const { graph, named, project, said } = read;
	const { language } = graph;
	masked.takeSpans(readMarks(masked.whole, named, language).spans);
	masked.takeSpans(readSuperlative(masked.whole, named, { language, isDated: false })?.spans ?? []);
	for (const pattern of [...DAY_WORDS, ...RULE_WORDS]) masked.take(pattern);
	masked.takeScaffolding();
	masked.take(/\b(?:19|20)\d\d\b/);
	masked.take(ANY_WORK);
	masked.takeSpans(graph.kinds.all.flatMap((kind) => findNouns(masked.whole, kind)));
	masked.takeSpans(said);
	maskProject(masked, project);
}

function maskProject(masked: MaskedQuestion, project: EntityHeader | undefined): void {
	if (project === undefined) return;
	masked.take(/\bprojects?\b/i);
	for (const word of project.title.match(/[\p{L}\p{N}]+/gu) ?? [])
		masked.take(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "iu"));
}
