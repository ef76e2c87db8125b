import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";

const MOST_LOOKED_AT = 12;
const MOST_ALTERNATIVES = 3;

/** Lists other entities whose titles hold the same words of the question, the shortest titles first. */
export function listAlternatives(
	graph: GraphView,
	query: string,
	subject: EntityHeader,
): readonly EntityHeader[] {
	const said = new Set(analyseText(query, graph.language));
	const termsOf = ({ title, aliases }: EntityHeader): readonly string[] =>
		[title, ...aliases].flatMap((name) => analyseText(name, graph.language));
	const naming = [...new Set(termsOf(subject).filter((term) => said.has(term)))];
	if (naming.length === 0) return [];
	const others = graph
		.called(naming, MOST_LOOKED_AT)
		.filter(({ id, archived_at }) => id !== subject.id && archived_at === null)
		.map((node) => ({ node, terms: new Set(termsOf(node)) }))
		.filter(({ terms }) => naming.every((term) => terms.has(term)));
	return others
		.sort((a, b) => a.terms.size - b.terms.size || (a.node.id < b.node.id ? -1 : 1))
		.slice(0, MOST_ALTERNATIVES)
		.map(({ node }) => node);
}
