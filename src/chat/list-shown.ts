import type { ContextPayload } from "../context/model/payload.ts";
import type { GraphView } from "../graph/search/graph-view.ts";

const PRINTED_REFERENCE = /\[(?:id:)?([0-9a-hjkmnp-tv-z]{8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;

/** The refs and ids that a text prints in brackets, once each. */
export const findPrintedReferences = (text: string): readonly string[] => [
	...new Set([...text.matchAll(PRINTED_REFERENCE)].map(([, ref = ""]) => ref)),
];

/**
 * Every entity that a context says something about, if only its name: items, what was left out, the steps of paths, and
 * whatever a field refers to. A kept context is shown again only while all of them may still be read.
 */
export function listShown(payload: ContextPayload, graph: GraphView): readonly string[] {
	const items = payload.sections.flatMap((section) => section.items);
	const named = findPrintedReferences(payload.serialized).map((ref) => graph.find(ref)?.id ?? "");
	const omitted = payload.omitted.filter(({ reason }) => reason !== "not_found");
	const ids = [
		...items.map((item) => item.id),
		...items.flatMap((item) => item.because.path.map((step) => step.id)),
		...omitted.map((omission) => omission.id),
		...named,
	];
	return [...new Set(ids)].filter((id) => graph.node(id) !== undefined);
}
