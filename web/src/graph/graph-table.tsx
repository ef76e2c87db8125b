import { useMemo, useState } from "react";
import { TextButton } from "../design/buttons.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { nameRelation } from "../entities/names.ts";
import type { DrawnNode, GraphCanvasProps } from "./graph-canvas.tsx";

type GraphTableProps = Pick<GraphCanvasProps, "nodes" | "edges"> & {
	readonly onExpand: (id: string) => void;
};

const step = 50;

/** The same graph as text: every node, with its links. */
export function GraphTable({ nodes, edges, onExpand }: GraphTableProps) {
	const [shown, setShown] = useState(step);
	const rows = useMemo(() => {
		const byId = new Map(nodes.map((node) => [node.id, node]));
		const links = new Map<string, { other: DrawnNode; label: string; id: string }[]>(
			nodes.map(({ id }) => [id, []]),
		);
		for (const { id, src_id: source, dst_id: target, rel } of edges) {
			const [from, to] = [byId.get(source), byId.get(target)];
			if (from === undefined || to === undefined) continue;
			links.get(source)?.push({ other: to, label: nameRelation(rel, "outgoing"), id });
			links.get(target)?.push({ other: from, label: nameRelation(rel, "incoming"), id });
		}
		return nodes
			.map((node) => ({ node, linked: links.get(node.id) ?? [] }))
			.sort((a, b) => b.linked.length - a.linked.length);
	}, [nodes, edges]);
	return (
		<section aria-label="The graph as a table" className="flex flex-col gap-2">
			<table className="w-full text-13">
				<thead>
					<tr className="border-b border-line text-left text-12 text-ink-faint">
						<th scope="col" className="py-1 pr-3 font-medium">
							Node
						</th>
						<th scope="col" className="py-1 pr-3 text-right font-medium">
							Links
						</th>
						<th scope="col" className="py-1 pl-3 font-medium max-md:hidden">
							Linked to
						</th>
						<th scope="col" className="py-1 font-medium">
							<span className="sr-only">Expand</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{rows.slice(0, shown).map(({ node, linked }) => (
						<tr key={node.id} className="border-b border-line align-top">
							<th scope="row" className="max-w-72 py-1.5 pr-3 text-left font-normal">
								<span className="flex min-w-0">
									<EntityLink entity={{ ...node, title: node.name }} />
								</span>
							</th>
							<td className="py-1.5 pr-3 text-right tabular-nums">{linked.length}</td>
							<td className="py-1.5 pl-3 text-12 text-ink-soft max-md:hidden">
								{linked
									.slice(0, 3)
									.map(({ label, other }) => `${label}: ${other.name}`)
									.join(" · ")}
								{linked.length > 3 && ` · +${linked.length - 3} more`}
							</td>
							<td className="py-1 text-right">
								<TextButton
									className="h-6 text-12"
									aria-label={`Expand ${node.name}`}
									onClick={() => onExpand(node.id)}
								>
									Expand
								</TextButton>
							</td>
						</tr>
					))}
				</tbody>
			</table>
			{rows.length > shown && (
				<TextButton className="self-start" onClick={() => setShown(shown + step)}>
					Show {Math.min(step, rows.length - shown)} more of {rows.length}
				</TextButton>
			)}
		</section>
	);
}
