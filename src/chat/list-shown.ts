import type { ContextPayload } from "../context/model/payload.ts";
import type { Session } from "../graph/graph.ts";
import { type Json, textsIn } from "../graph/model/json.ts";
import type { GraphView } from "../graph/search/view/graph-view.ts";

const PRINTED_REFERENCE = /\[(?:id:)?([0-9a-hjkmnp-tv-z]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;

/** The refs and ids that a text prints in brackets, once each. */
export const findPrintedReferences = (text: string): readonly string[] => [
	...new Set([...text.matchAll(PRINTED_REFERENCE)].map(([, ref = ""]) => ref)),
];

/** In characters, with room for blanks around a title. */
const LONGEST_NAME = 1_000;
/** Anything that may be a ref or an id, however it is printed: in brackets, as a value of JSON, in a sentence. */
const NAME_LIKE =
	/(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{8})(?![0-9a-z])/g;

/** An entity may be named without its project, and its project with it: "in Heron". */
function addProjects(ids: Iterable<string>, graph: GraphView): readonly string[] {
	const nodes = [...new Set(ids)].flatMap((id) => graph.node(id) ?? []);
	return [...new Set(nodes.flatMap(({ id, project_id }) => [id, project_id ?? id]))].filter(
		(id) => graph.node(id) !== undefined,
	);
}

const findNamed = (text: string, graph: GraphView): readonly string[] =>
	[...new Set(text.match(NAME_LIKE))].flatMap((name) => graph.find(name)?.id ?? []);

/**
 * Every entity that a call and its result name: by ref or id anywhere in them, or by title as an argument. Rather one too
 * many than one too few: a result is shown again only while all of them may be read.
 */
export function listNamed(values: readonly unknown[], { reader: { graph } }: Session): readonly string[] {
	const texts = [...textsIn(values as Json)];
	const titled = texts
		.filter((text) => text.length <= LONGEST_NAME)
		.flatMap((text) => graph.find(text.trim())?.id ?? []);
	return addProjects([...titled, ...texts.flatMap((text) => findNamed(text, graph))], graph);
}

const QUOTED = /'((?:[^']|'')*)'/g;

/** Lists the entities in the reading of a question: subject, alternatives, project, names in its query. */
function listRead(plan: ContextPayload["metadata"]["plan"] | undefined, graph: GraphView): readonly string[] {
	if (plan === undefined) return [];
	const quoted = [...(plan.query ?? "").matchAll(QUOTED)].map(([, name = ""]) => name.replaceAll("''", "'"));
	return [
		...[plan.subject ?? []].flat().map(({ id }) => id),
		...(plan.alternatives ?? []).map(({ id }) => id),
		...[plan.projectId ?? []].flat(),
		...quoted.flatMap((name) => graph.find(name)?.id ?? []),
	];
}

/**
 * Lists every entity that a context mentions, if only by name: items, omissions, the steps of paths, and references in
 * fields. A kept context is shown again only while all of them are readable.
 */
export function listShown(payload: ContextPayload, graph: GraphView): readonly string[] {
	const items = payload.sections.flatMap((section) => section.items);
	const named = findNamed(`${payload.serialized}\n${payload.sent ?? ""}`, graph);
	const omitted = payload.omitted.filter(({ reason }) => reason !== "not_found");
	const ids = [
		...items.map((item) => item.id),
		...items.flatMap((item) => item.because.path.map((step) => step.id)),
		...omitted.map((omission) => omission.id),
		...listRead(payload.metadata.plan, graph),
		...named,
	];
	return addProjects(ids, graph);
}
