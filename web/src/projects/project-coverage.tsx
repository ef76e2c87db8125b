import { useState } from "react";
import type { GraphNode } from "../../../src/client/context-calls.ts";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { LinkButton, TextButton } from "../design/buttons.tsx";
import { formatNumber } from "../design/format.tsx";
import { useEdits } from "../entities/edits.tsx";
import { RowLink } from "../entities/entity-link.tsx";
import { AddLink } from "../entities/entity-picker.tsx";
import { nameRelation, relationChoices } from "../entities/names.ts";
import { useProjectGraph } from "./use-project.ts";

const shownAtFirst = 8;
const columns = [
	["total", "In the project"],
	["direct", "Linked to it"],
	["unlinked", "Not linked to it"],
	["isolated", "Linked to nothing"],
] as const;

/** How many of the project's entities are linked, and suggestions for the rest. */
export function ProjectCoverage({ project }: { readonly project: Entity }) {
	const [open, setOpen] = useState(false);
	const light = useProjectGraph(project.id, "light");
	const coverage = Object.entries(light.data?.coverage ?? {});
	const unlinked = coverage.reduce((sum, [, { unlinked: count }]) => sum + count, 0);
	if (light.isPending) return <div className="skeleton h-32" />;
	if (coverage.length === 0) return null;
	return (
		<section aria-label="Coverage" className="flex flex-col gap-2">
			<h2 className="text-13 font-semibold">How well it is linked</h2>
			<div className="overflow-x-auto">
				<table className="w-full max-w-xl text-13">
					<thead>
						<tr className="border-b border-line text-12 text-ink-faint">
							<th scope="col" className="py-1 text-left font-medium">
								Type
							</th>
							{columns.map(([name, title]) => (
								<th key={name} scope="col" className="py-1 pl-3 text-right font-medium">
									{title}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{coverage.map(([plural, counts]) => (
							<tr key={plural} className="border-b border-line">
								<th scope="row" className="py-1 text-left font-normal first-letter:uppercase">
									{plural}
								</th>
								{columns.map(([name]) => (
									<td key={name} className="py-1 pl-3 text-right tabular-nums">
										{formatNumber(counts[name])}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			{unlinked > 0 && (
				<TextButton className="self-start" aria-expanded={open} onClick={() => setOpen(!open)}>
					{open ? "Hide" : "Show"} the {formatNumber(unlinked)} not linked to the project
				</TextButton>
			)}
			{open && <Unlinked project={project} />}
		</section>
	);
}

function Unlinked({ project }: { readonly project: Entity }) {
	const [all, setAll] = useState(false);
	const full = useProjectGraph(project.id, "full");
	if (full.data === undefined) return <div className="skeleton h-40" />;
	const nodes = full.data.nodes.filter(({ id, direct_edge: direct }) => !direct && id !== project.id);
	const shown = all ? nodes : nodes.slice(0, shownAtFirst);
	return (
		<>
			<ul className="flex flex-col">
				{shown.map((node) => (
					<UnlinkedRow key={node.id} node={node} project={project} />
				))}
			</ul>
			{nodes.length > shown.length && (
				<LinkButton onClick={() => setAll(true)} className="self-start">
					+{nodes.length - shown.length} more
				</LinkButton>
			)}
		</>
	);
}

function UnlinkedRow({ node, project }: { readonly node: GraphNode; readonly project: Entity }) {
	const edits = useEdits();
	const [choosing, setChoosing] = useState(false);
	const rel = relationFor(node.kind);
	return (
		<li className="flex flex-col gap-1 border-b border-line py-1">
			<div className="flex min-h-7 min-w-0 items-center gap-2 text-13">
				<RowLink entity={{ ...node, title: node.name }} />
				<TextButton
					aria-label={`Link ${node.name} to the project`}
					onClick={() =>
						void edits.link(
							{ src_id: project.id, rel, dst_id: node.id },
							`${nameRelation(rel, "outgoing")}: “${node.name}”.`,
						)
					}
				>
					Link it here
				</TextButton>
				<TextButton aria-label={`Link ${node.name} elsewhere`} onClick={() => setChoosing(!choosing)}>
					Elsewhere
				</TextButton>
			</div>
			{choosing && <AddLink entity={{ id: node.id, title: node.name }} onDone={() => setChoosing(false)} />}
		</li>
	);
}

/** A project holds most kinds by a relation named after the kind, and the others by `contains`. */
function relationFor(kind: string): string {
	const own = `has_${kind}`;
	return relationChoices.some(({ relation }) => relation === own) ? own : "contains";
}
