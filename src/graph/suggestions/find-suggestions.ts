import type { Answer } from "../../contract/frozen.ts";
import { USUAL_PAGE } from "../../contract/limits.ts";
import type { suggestionListSchema } from "../../contract/suggestion.ts";
import { WorkLimit } from "../model/work-limit.ts";
import { findNamedInText } from "../search/find-unlinked-mentions.ts";
import type { Dismissals } from "../store/people/dismissals.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { describeEntity, type Suggestion, type SuggestionScope } from "./suggestion.ts";

export interface SuggestionsRequest {
	readonly scope: SuggestionScope;
	readonly dismissals: Dismissals;
	/** In whose texts to look for names; the newest otherwise. */
	readonly ids?: readonly string[];
	readonly limit?: number;
}

export type Suggestions = Answer<typeof suggestionListSchema>;

/** Each text is searched for every name there is; looking at all of them would take minutes. */
const TEXTS_SEARCHED = 50;

/** Finds repairs, for example after an import: things named but not linked, things that exist twice, things alone. */
export async function findSuggestions(request: SuggestionsRequest): Promise<Suggestions> {
	const { scope, dismissals, limit = USUAL_PAGE } = request;
	const work = new WorkLimit();
	const dismissed = await dismissals.list();
	const all = [
		...(await findDuplicates({ ...scope, work })),
		...(await suggestMentions(request, work)),
		...findOrphans(scope),
	].filter(({ key }) => !dismissed.has(key));
	return { suggestions: all.slice(0, limit), total: all.length };
}

async function suggestMentions(
	{ scope, ids }: SuggestionsRequest,
	work: WorkLimit,
): Promise<readonly Suggestion[]> {
	const sources = (ids ?? scope.graph.newest(TEXTS_SEARCHED).map(({ id }) => id)).slice(0, TEXTS_SEARCHED);
	const found = new Map<string, Suggestion>();
	for (const id of sources) {
		if (scope.graph.node(id) === undefined) continue;
		const outgoing = await findNamedInText({ ...scope, work }, id);
		const linked = new Set(scope.graph.linksOf(id).map(({ other }) => other.id));
		for (const { source, target, excerpt } of outgoing) {
			const key = `mention ${source.id} ${target.id}`;
			if (found.has(key) || linked.has(target.id)) continue;
			found.set(key, {
				key,
				type: "mention",
				entities: [describeEntity(source), describeEntity(target)],
				why: `It is named there without a link: ${excerpt}`,
				accept: "The first place that names it becomes a link.",
			});
		}
	}
	return [...found.values()];
}

/** Finds entities that nothing leads to or from. A project is rightly alone, and so is an archived entity. */
function findOrphans({ graph }: SuggestionScope): readonly Suggestion[] {
	const suggestions: Suggestion[] = [];
	for (const node of graph.nodes()) {
		if (node.project_id === node.id || node.archived_at !== null || graph.linksOf(node.id).length > 0)
			continue;
		suggestions.push({
			key: `orphan ${node.id}`,
			type: "orphan",
			entities: [describeEntity(node)],
			why: "Nothing is linked to it, and it links to nothing.",
			accept: "It is archived: readable, and out of the way.",
		});
	}
	return suggestions.sort((a, b) => (a.key < b.key ? 1 : -1));
}
