import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InvalidInputError } from "../graph/model/errors.ts";

export interface EvalNode {
	readonly id: string;
	readonly kind: string;
	readonly title: string;
	readonly text: string;
	/** The node that is the project it belongs to; a project of the set itself holds the others that need one. */
	readonly project?: string;
}

export interface EvalEdge {
	readonly src: string;
	readonly rel: string;
	readonly dst: string;
	readonly text?: string;
}

export interface EvalQuery {
	readonly id: string;
	readonly text: string;
	readonly gold: readonly string[];
	readonly focus?: string;
	/** Only nodes of this kind are ranked. */
	readonly pool_kind?: string;
	readonly exclude?: readonly string[];
	/** Pairs that must not be connected while this question is asked. */
	readonly remove_edges?: readonly (readonly [string, string])[];
}

export interface EvalSet {
	readonly name: string;
	readonly nodes: readonly EvalNode[];
	readonly edges: readonly EvalEdge[];
	readonly queries: readonly EvalQuery[];
}

async function readLines<Row>(path: string): Promise<readonly Row[]> {
	const zipped = `${path}.gz`;
	const text = existsSync(path)
		? await readFile(path, "utf8")
		: existsSync(zipped)
			? gunzipSync(await readFile(zipped)).toString("utf8")
			: undefined;
	if (text === undefined) {
		throw new InvalidInputError(
			`There is no ${path}, nor the same with .gz. Name a folder that holds a set.`,
			{
				field: "path",
			},
		);
	}
	return text.split("\n").flatMap((line, index) => {
		if (line.trim() === "") return [];
		try {
			return [JSON.parse(line) as Row];
		} catch {
			throw new InvalidInputError(`Line ${index + 1} of ${path} is not JSON. Each line holds one object.`, {
				field: "path",
				line: index + 1,
			});
		}
	});
}

/** A set of questions with known answers: nodes, edges and queries, one JSON object a line. */
export async function readEvalSet(folder: string, queriesFile?: string): Promise<EvalSet> {
	return {
		name: basename(folder),
		nodes: await readLines<EvalNode>(join(folder, "nodes.jsonl")),
		edges: await readLines<EvalEdge>(join(folder, "edges.jsonl")),
		queries: await readLines<EvalQuery>(queriesFile ?? join(folder, "queries.jsonl")),
	};
}
