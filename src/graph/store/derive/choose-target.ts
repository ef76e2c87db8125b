/** An entity that a link may mean, because it is called so. */
export interface Candidate {
	readonly id: string;
	readonly project_id: string | null;
	/** By its title, which goes before other names. */
	readonly by_title: boolean;
}

export interface ChosenTarget {
	readonly target_id: string | null;
	readonly ambiguous: boolean;
}

/** A title before an alias, the same project before others. A name that fits several is nobody's until the writer says which. */
export function chooseTarget(
	source: { readonly id: string; readonly project_id: string | null },
	candidates: readonly Candidate[],
): ChosenTarget {
	const others = candidates.filter((candidate) => candidate.id !== source.id);
	const titled = others.filter((candidate) => candidate.by_title);
	const named = titled.length > 0 ? titled : others;
	const near = named.filter((candidate) => candidate.project_id === source.project_id);
	const best = new Set((near.length > 0 ? near : named).map((candidate) => candidate.id));
	const [only] = best;
	if (only !== undefined && best.size === 1) return { target_id: only, ambiguous: false };
	return { target_id: null, ambiguous: best.size > 1 };
}
