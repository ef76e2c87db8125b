import type { VisibleGraph } from "../visible/visible-graph.ts";

/** The visible documents whose entities were made last: ids rise with time, and tell nothing of when others wrote. */
export function findNewest({ tables, visible }: VisibleGraph, most: number): readonly number[] {
	const { documents } = tables;
	const newest: number[] = [];
	for (let document = 0; document < visible.marks.length; document += 1) {
		if (visible.marks[document] !== 1) continue;
		const last = newest.at(-1);
		if (newest.length === most && last !== undefined && documents.compare(document, last) < 0) continue;
		const place = newest.findIndex((other) => documents.compare(document, other) > 0);
		newest.splice(place < 0 ? newest.length : place, 0, document);
		if (newest.length > most) newest.pop();
	}
	return newest;
}
