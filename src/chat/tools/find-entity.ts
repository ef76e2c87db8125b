import { clipText, inOneLine } from "../../context/render/fence-text.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError, InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import { byChange, thenById } from "../../graph/model/order.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { placeAmongNamesakes } from "../../graph/search/view/place-among-namesakes.ts";
import { presentState } from "../../present/present-entity.ts";

/** More candidates than these say that the name is too common to choose by. */
const MOST_CANDIDATES = 8;
const LONGEST_NAME = 48;

const AMBIGUOUS = "ambiguous_name";

/**
 * A name that fits several. They come from the caller's own view of the graph: that a hidden entity has the same name
 * must change neither the list nor the fact that there is one.
 */
function refuseAmbiguous(
	graph: GraphView,
	name: string,
	candidates: readonly EntityHeader[],
): InvalidInputError {
	const sorted = candidates.toSorted(thenById(byChange));
	const shown = sorted.slice(0, MOST_CANDIDATES);
	const lines = shown.map((node) => {
		const { kind, title, ref, state_key: state } = node;
		const { folder } = placeAmongNamesakes(graph, node);
		const where = folder === undefined ? "" : ` in ${inOneLine(folder)}`;
		const stands = state === null ? "" : ` (${inOneLine(state)})`;
		return `- [${inOneLine(kind)}] **${clipText(title, LONGEST_NAME)}** [${ref}]${stands}${where}`;
	});
	const left = sorted.length - shown.length;
	const rest = left > 0 ? [`… ${left} more: find them with search_ontology`] : [];
	return new InvalidInputError(
		[
			`Several entities are called "${clipText(name, LONGEST_NAME)}". Pass the ref of the one you mean:`,
			...lines,
			...rest,
		].join("\n"),
		{
			name,
			candidates: shown.map((node) => ({ ...presentState(node), ...placeAmongNamesakes(graph, node) })),
		},
		AMBIGUOUS,
	);
}

/** Returns the entity that a call names by id, ref or unambiguous title. Unknown and unreadable ones get the same error. */
export function findEntity(graph: GraphView, name: string, what = "entity"): EntityHeader {
	const named = graph.listNamed(name.trim());
	if (named.length > 1) throw refuseAmbiguous(graph, name, named);
	const [node] = named;
	if (node === undefined) throw new EntityNotFoundError(what);
	return node;
}

/**
 * The id of the project that a call names by id, ref or title. A name that leads nowhere is an error: going on
 * without it would answer another question, and going on with it would say that nothing matched.
 */
export function findProject(graph: GraphView, name: string | undefined): string | undefined {
	if (name === undefined) return undefined;
	const projects = graph.listNamed(name.trim()).filter(({ id, project_id }) => id === project_id);
	if (projects.length > 1) throw refuseAmbiguous(graph, name, projects);
	const [project] = projects;
	if (project === undefined) throw new EntityNotFoundError("project");
	return project.id;
}

/** Refuses names that fit several entities, where one that fits none is passed over or handled later. */
export function checkNames(graph: GraphView, names: readonly string[]): void {
	for (const name of names) {
		const named = graph.listNamed(name.trim());
		if (named.length > 1) throw refuseAmbiguous(graph, name, named);
	}
}

/** Adds the candidates to the store's refusal of a name in a field, which names none. */
export function listCandidates(
	error: unknown,
	graph: GraphView,
	fits: (field: string, node: EntityHeader) => boolean,
): unknown {
	if (!(error instanceof SkeinError) || error.code !== AMBIGUOUS) return error;
	const { name, field } = error.details;
	if (typeof name !== "string" || typeof field !== "string") return error;
	const candidates = graph.listNamed(name).filter((node) => fits(field, node));
	return candidates.length > 1 ? refuseAmbiguous(graph, name, candidates) : error;
}
