import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { findNamedProject } from "./find-named-project.ts";
import { findSubjects, findTitled } from "./find-subject.ts";
import { MaskedQuestion } from "./mask-words.ts";
import { findNouns } from "./read-kinds.ts";

const COMPARES = /\b(?:compare[ds]?|comparison|differences?|differs?|different|versus|vs|contrast)\b/i;
const WORD = /[\p{L}\p{N}]+/gu;
const BETWEEN = /\b(?:and|with|to|from|versus|vs|than)\b/gi;

/** Returns the entity named in one part of a question, by its title or a distinctive part of it. */
function findOne(graph: GraphView, part: string): EntityHeader | undefined {
	const titled = findTitled(graph, part);
	if (titled) return titled.node;
	const masked = new MaskedQuestion(part);
	masked.take(COMPARES);
	masked.take(/\bbetween\b/i);
	masked.takeScaffolding();
	masked.takeSpans(graph.kinds.all.flatMap((kind) => findNouns(part, kind)));
	// One word that only this project has in its title names the project, not a note with the word in its title.
	const isOneWord = (masked.left.match(WORD) ?? []).length === 1;
	const project = isOneWord ? findNamedProject(graph, part) : undefined;
	if (project) return project;
	const kinds = graph.kinds.all.filter((kind) => findNouns(part, kind).length > 0);
	return findSubjects(graph, masked.left, { kinds, whole: part, isAsked: true })[0]?.node;
}

/** The two things that a question compares; undefined where it compares none, or does not name both. */
export function readCompared(
	graph: GraphView,
	query: string,
): { readonly subject: EntityHeader; readonly others: readonly EntityHeader[] } | undefined {
	if (!COMPARES.test(query)) return undefined;
	for (const { index, 0: word } of query.matchAll(BETWEEN)) {
		const first = findOne(graph, query.slice(0, index));
		const second = first && findOne(graph, query.slice(index + word.length));
		if (first && second && first.id !== second.id) return { subject: first, others: [second] };
	}
	return undefined;
}
