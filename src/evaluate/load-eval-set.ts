import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { LONGEST_TITLE } from "../contract/limits.ts";
import type { Graph } from "../graph/graph.ts";
import type { Principal } from "../graph/model/access.ts";
import { InvalidInputError } from "../graph/model/errors.ts";
import { newId } from "../graph/model/ids.ts";
import { KindRegistry } from "../graph/model/kinds/kind-registry.ts";
import type { Operation } from "../graph/model/operation.ts";
import { canonicaliseEdge } from "../graph/model/relations.ts";
import type { Store } from "../graph/store/store.ts";

const BATCH = 500;
const VIA = "eval";
const LONGEST_NAME = 63;
const LOOSE_RELATION = "relates_to";
const PROJECT = "project";

export interface LoadedSet {
	readonly principal: Principal;
	/** The id a node has in the workspace, and the kind it is of there. */
	readonly idOf: (nodeId: string) => string;
	readonly kindOf: (kind: string) => string;
}

/** Letters, digits and underscores, beginning with a letter: what kinds and relations may be called. */
function nameOf(text: string): string {
	const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, "_");
	return (/^[a-z]/.test(plain) ? plain : `x_${plain}`).slice(0, LONGEST_NAME);
}

const builtIn = new KindRegistry();

/** Writes a set into a workspace of its own, through the normal writer. */
export async function loadEvalSet(
	graph: Graph,
	set: EvalSet,
	onProgress: (step: string) => void,
): Promise<LoadedSet> {
	const principal = await createOwnedWorkspace(graph.store, { name: `eval ${set.name}`, owner: "Eval" });
	const { writer } = await graph.openSession(principal);
	const commit = async (what: string, operations: readonly Operation[]): Promise<void> => {
		for (let start = 0; start < operations.length; start += BATCH) {
			await writer.commit(operations.slice(start, start + BATCH), VIA);
			onProgress(`${what} ${Math.min(start + BATCH, operations.length)} of ${operations.length}`);
		}
	};

	const ownKinds = [...new Set(set.nodes.map(({ kind }) => nameOf(kind)))].filter(
		(kind) => !builtIn.find(kind),
	);
	await commit(
		"kinds",
		ownKinds.map((kind) => ({ op: "define_kind", definition: { kind, label: kind, fields: [] } })),
	);
	const ids = new Map(set.nodes.map(({ id }) => [id, newId()]));
	const idOf = (nodeId: string): string => ids.get(nodeId) ?? nodeId;
	const projectId = newId();
	const needsProject = ({ kind }: EvalNode): boolean => builtIn.find(nameOf(kind))?.scope === "project";
	const projects = new Set(set.nodes.filter(({ kind }) => kind === PROJECT).map(({ id }) => id));
	const projectOf = (node: EvalNode): string | undefined => {
		if (node.project !== undefined && projects.has(node.project) && !projects.has(node.id))
			return idOf(node.project);
		return needsProject(node) ? projectId : undefined;
	};
	// A project is there before what belongs to it.
	const inOrder = [...set.nodes].sort((a, b) => Number(projects.has(b.id)) - Number(projects.has(a.id)));
	const project = { id: projectId, kind: PROJECT, title: `Set ${set.name}` };
	await commit("nodes", [
		...(set.nodes.some((node) => projectOf(node) === projectId)
			? [{ op: "create", entity: project } as const]
			: []),
		...inOrder.map((node): Operation => {
			const place = projectOf(node);
			return {
				op: "create",
				entity: {
					id: idOf(node.id),
					kind: nameOf(node.kind),
					title: (node.title || node.id).slice(0, LONGEST_TITLE),
					body: node.text.replaceAll("\0", ""),
					...(place !== undefined && { project_id: place }),
				},
			};
		}),
	]);

	const kinds = new Map(set.nodes.map(({ id, kind }) => [id, nameOf(kind)]));
	const relationOf = ({ src, rel, dst }: EvalEdge): string => {
		const end = (id: string): { id: string; kind: string } => ({ id, kind: kinds.get(id) ?? "" });
		try {
			const isOwnKind = (kind: string): boolean => builtIn.find(kind) === undefined;
			canonicaliseEdge({ src: end(src), rel: nameOf(rel), dst: end(dst), isOwnKind });
			return nameOf(rel);
		} catch (error) {
			// A relation that cannot join these kinds is kept as a loose connection rather than lost.
			if (error instanceof InvalidInputError) return LOOSE_RELATION;
			throw error;
		}
	};
	const written = new Set<string>();
	const links = set.edges.flatMap((edge): Operation[] => {
		const used = relationOf(edge);
		const key = `${edge.src}\0${used}\0${edge.dst}`;
		if (written.has(key) || edge.src === edge.dst || !ids.has(edge.src) || !ids.has(edge.dst)) return [];
		written.add(key);
		return [
			{
				op: "link",
				edge: {
					src_id: idOf(edge.src),
					rel: used,
					dst_id: idOf(edge.dst),
					...(edge.text && { text: edge.text }),
				},
			},
		];
	});
	await commit("edges", links);
	return { principal, idOf, kindOf: nameOf };
}

/** A workspace of its own with one owner, in a store that is thrown away afterwards. */
export async function createOwnedWorkspace(
	{ workspaces }: Pick<Store, "workspaces">,
	{ name, owner }: { readonly name: string; readonly owner: string },
): Promise<Principal> {
	const workspace = await workspaces.create(name);
	const person = { email: `${owner.toLowerCase()}@localhost`, display_name: owner };
	const account = await workspaces.ensureAccount(person);
	await workspaces.setMember(workspace.id, account.id, "owner");
	return { workspaceId: workspace.id, accountId: account.id };
}

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
