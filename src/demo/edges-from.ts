import type { DemoEdge } from "./demo-part.ts";

/** The far end of an edge, alone or with what is said about this very connection. */
type Target = string | { readonly to: string; readonly text: string };

/** Edges as one reads them: from whom, by which relation, to whom. */
type EdgeTable = Readonly<Record<string, Readonly<Record<string, readonly Target[]>>>>;

export function edgesFrom(table: EdgeTable): readonly DemoEdge[] {
	return Object.entries(table).flatMap(([src, relations]) =>
		Object.entries(relations).flatMap(([rel, targets]) =>
			targets.map((target) =>
				typeof target === "string"
					? { src, rel, dst: target }
					: { src, rel, dst: target.to, text: target.text },
			),
		),
	);
}
