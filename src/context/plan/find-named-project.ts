import type { GraphView } from "../../graph/search/graph-view.ts";
import type { GraphNode } from "../../graph/search/resident-graph.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const SHORTEST_NAME = 4;

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

/** The words of a title that can stand for it: capitalised ones of some length. */
const namesIn = (title: string): string[] =>
	[...title.matchAll(WORD)]
		.map(([word]) => word)
		.filter((word) => word.length >= SHORTEST_NAME && isCapitalised(word));

/** A view never changes, and every question asks for its projects: walking all nodes each time takes longer than the rest. */
const known = new WeakMap<GraphView, readonly GraphNode[]>();

function listProjects(graph: GraphView): readonly GraphNode[] {
	const found = known.get(graph) ?? [];
	if (known.has(graph)) return found;
	const projects = [...graph.nodes()].filter(
		(node) => node.project_id === node.id && node.archived_at === null,
	);
	known.set(graph, projects);
	return projects;
}

/**
 * The one project that a question names: by its title, or by a capitalised word that only this project's title has.
 * Two that fit are as good as none, since the narrower answer might be the wrong one.
 */
export function findNamedProject(graph: GraphView, question: string): GraphNode | undefined {
	const projects = listProjects(graph);
	const folded = question.toLowerCase();
	const asked = new Set([...question.matchAll(WORD)].map(([word]) => word).filter(isCapitalised));
	const owners = new Map<string, number>();
	for (const { title } of projects) {
		for (const name of new Set(namesIn(title))) owners.set(name, (owners.get(name) ?? 0) + 1);
	}
	const named = projects.filter(
		({ title, aliases }) =>
			[title, ...aliases].some((name) => folded.includes(name.toLowerCase())) ||
			namesIn(title).some((name) => owners.get(name) === 1 && asked.has(name)),
	);
	if (named.length > 0) return named.length === 1 ? named[0] : undefined;
	return findDescribed(projects, question);
}

/** "The flood warning project": words before the noun that only one title holds. */
function findDescribed(projects: readonly GraphNode[], question: string): GraphNode | undefined {
	const described =
		/(?<![\p{L}\p{N}-])((?:[\p{L}\p{N}-]+ ){1,3})project\b/iu
			.exec(question)?.[1]
			?.toLowerCase()
			.trim()
			.split(" ") ?? [];
	const words = described.slice(described.lastIndexOf("the") + 1);
	if (words.length === 0) return undefined;
	const fits = projects.filter(({ title }) => {
		const held = new Set([...title.toLowerCase().matchAll(WORD)].map(([word]) => word));
		return words.every((word) => held.has(word));
	});
	return fits.length === 1 ? fits[0] : undefined;
}
