import type { Session } from "../../src/graph/graph.ts";
import { searchEntities } from "../../src/graph/search/search-entities.ts";
import { rankSuggestions } from "../../src/graph/search/suggest-entities.ts";
import { drawSlip } from "./draw-slips.ts";
import type { Random } from "./random.ts";
import { WORDS } from "./random-workspace.ts";

/** The questions for every surface that reads; drawn once, so that two readers get the same. */
export interface Questions {
	readonly queries: readonly string[];
	readonly projectIds: readonly string[];
	readonly names: readonly string[];
}

export function drawQuestions(
	random: Random,
	rows: readonly {
		readonly id: string;
		readonly ref: string;
		readonly kind: string;
		readonly title: string;
		readonly aliases: readonly string[];
	}[],
): Questions {
	const slip = (): string => drawSlip(random, WORDS).typed;
	return {
		queries: [
			random.pick(WORDS),
			`${random.pick(WORDS)} ${random.pick(WORDS)}`,
			...[slip(), `${slip()} ${random.pick(WORDS)}`],
			"overdue",
		],
		projectIds: rows.filter(({ kind }) => kind === "project").map(({ id }) => id),
		names: rows.flatMap(({ id, ref, title, aliases }) => [id, ref, title, ...aliases]),
	};
}

/**
 * Returns all answers of the graph in memory to one reader, as one text; equal texts mean equal answers, byte for byte.
 */
export function describeGraphView({ reader }: Session, questions: Questions): string {
	const { graph } = reader;
	const nodes = [...graph.nodes()].sort((a, b) => (a.id < b.id ? -1 : 1));
	return JSON.stringify({
		size: graph.size,
		kinds: graph.kinds.all.map(({ kind, fields }) => [kind, fields]),
		nodes,
		links: nodes.map(({ id }) =>
			graph.linksOf(id).map(({ edge, other, seenFrom }) => [edge, other.id, seenFrom]),
		),
		distances: nodes.map(({ id }) => {
			const distances = graph.distancesFrom(id, 3);
			return nodes.map((node) => distances.get(node.id) ?? null);
		}),
		names: questions.names.map((name) => graph.find(name)?.id ?? null),
		searches: questions.queries.map((query) => {
			const { hits, total } = graph.search({ query });
			return [total, hits.map(({ node, ...hit }) => [node.id, hit])];
		}),
		suggestions: questions.queries.flatMap((query) => [
			rankSuggestions(graph, { q: query.slice(0, 2) }, []),
			rankSuggestions(graph, { trigger: "[[", q: query.slice(0, 2) }, []),
			rankSuggestions(graph, { q: `x${query.slice(1)}` }, []),
			rankSuggestions(graph, { q: "" }, []),
		]),
	});
}

/** Everything that asks the database as well: searches with their snippets, lists in pages, rows by id and by ref. */
export async function describeRows({ reader }: Session, questions: Questions): Promise<string> {
	const answers: unknown[] = [];
	for (const query of questions.queries) {
		answers.push(await searchEntities(reader, { query }));
		answers.push(await searchEntities(reader, { query, types: ["task", "note"], limit: 3 }));
		answers.push(await reader.rows.list({ q: query.slice(0, 3), limit: 3 }));
	}
	for (const projectId of questions.projectIds) {
		answers.push(await searchEntities(reader, { query: questions.queries.join(" "), projectId }));
		answers.push(await reader.rows.list({ project_id: projectId, limit: 4 }));
	}
	let cursor: string | null = null;
	do {
		const page = await reader.rows.list({ limit: 6, ...(cursor !== null && { cursor }) });
		answers.push(page);
		cursor = page.next_cursor;
	} while (cursor !== null);
	const rows = await reader.rows.getMany(questions.names);
	answers.push([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
	return JSON.stringify(answers);
}
