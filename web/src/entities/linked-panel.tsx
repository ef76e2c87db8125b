import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { Entity, LinkedEntity, LinkReading } from "../../../src/client/entity-calls.ts";
import { IconButton, LinkButton, RemoveButton } from "../design/buttons.tsx";
import { formatNumber } from "../design/format.tsx";
import { LoadState } from "../design/notice.tsx";
import { useEdits } from "./edits.tsx";
import { RowLink } from "./entity-link.tsx";
import { AddLink } from "./entity-picker.tsx";
import { StateMark } from "./marks.tsx";
import { nameRelation } from "./names.ts";
import { useLinked } from "./use-entities.ts";

const shownAtFirst = 5;

/** Lists the entities linked to an entity, by relation and direction. */
export function LinkedPanel({ entity }: { readonly entity: Entity }) {
	const [adding, setAdding] = useState(false);
	const linked = useLinked(entity.id);
	const groups = groupByRelation(linked.data?.entities ?? []);
	return (
		<section aria-label="Linked entities" className="flex flex-col gap-3">
			<header className="flex items-center gap-2">
				<h2 className="text-13 font-semibold">Linked</h2>
				<span className="text-12 text-ink-faint tabular-nums">{formatNumber(linked.data?.total ?? 0)}</span>
				<span className="flex-1" />
				<IconButton
					icon={adding ? X : Plus}
					label={adding ? "Do not add a link" : "Add a link"}
					size="medium"
					onClick={() => setAdding(!adding)}
				/>
			</header>
			{adding && <AddLink entity={entity} onDone={() => setAdding(false)} />}
			<LoadState query={linked} what="The links" height="h-28" />
			{linked.data?.total === 0 && !adding && (
				<p className="text-13 text-ink-faint">
					Nothing is linked yet. Links are what answers are found along: add the first with +.
				</p>
			)}
			{groups.map((group) => (
				<RelationGroup key={group.label} {...group} />
			))}
			{linked.hasNextPage && linked.data !== undefined && (
				<LinkButton onClick={() => void linked.fetchNextPage()} className="self-start">
					{formatNumber(linked.data.total - linked.data.entities.length)} more
				</LinkButton>
			)}
		</section>
	);
}

interface LinkedRow {
	readonly other: LinkedEntity;
	readonly reading: LinkReading;
}

interface RelationGroupProps {
	readonly label: string;
	readonly rows: readonly LinkedRow[];
}

function RelationGroup({ label, rows }: RelationGroupProps) {
	const edits = useEdits();
	const [all, setAll] = useState(false);
	const shown = all ? rows : rows.slice(0, shownAtFirst);
	return (
		<section aria-label={label}>
			<h3 className="flex gap-1.5 pb-0.5 text-12 text-ink-faint">
				{label} <span className="tabular-nums">{rows.length}</span>
			</h3>
			<ul>
				{shown.map(({ other, reading }) => (
					<li key={reading.edgeId} className="group flex h-7 min-w-0 items-center gap-2 text-13 max-md:h-10">
						<RowLink entity={{ ...other, title: other.name }} />
						{other.state !== null && <StateMark kind={other.kind} state={other.state} />}
						<RemoveButton
							quiet
							label={`Unlink ${other.name}`}
							onClick={() => void edits.unlink(reading.edgeId, `No longer linked to “${other.name}”.`)}
						/>
					</li>
				))}
			</ul>
			{rows.length > shown.length && (
				<LinkButton onClick={() => setAll(true)}>+{rows.length - shown.length} more</LinkButton>
			)}
		</section>
	);
}

function groupByRelation(entities: readonly LinkedEntity[]): readonly RelationGroupProps[] {
	const groups = new Map<string, LinkedRow[]>();
	for (const other of entities) {
		for (const reading of other.relations) {
			const label = nameRelation(reading.relation, reading.direction);
			groups.set(label, [...(groups.get(label) ?? []), { other, reading }]);
		}
	}
	return [...groups].map(([label, rows]) => ({ label, rows }));
}
