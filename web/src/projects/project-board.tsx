import { type DragEvent, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { KindState } from "../../../src/client/workspace-calls.ts";
import { LinkButton } from "../design/buttons.tsx";
import { spellKey } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { useEdits } from "../entities/edits.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { printValue } from "../entities/field-input.tsx";
import { DueMark } from "../entities/marks.tsx";
import { StateMenu } from "../entities/state-menu.tsx";
import { KindSelect, useShownKind } from "./shown-kind.tsx";

const dragType = "application/x-skein-entity";
const cardsAtFirst = 50;

/** The entities of a project, by state. A card is dragged, or moved by the menu of its state. */
export function ProjectBoard() {
	const { kind, choices, rows } = useShownKind(({ states }) => states.length > 0);
	return (
		<div className="flex min-h-0 flex-1 flex-col gap-3 px-6 max-md:px-4">
			<div className="flex items-center gap-2">
				<KindSelect kind={kind} choices={choices} />
			</div>
			<LoadState query={rows} what="The board" />
			{choices.length === 0 && (
				<EmptyState>Nothing with a state is in this project yet. Make a task with New.</EmptyState>
			)}
			<section aria-label="Board" className="flex min-h-0 flex-1 gap-3 overflow-x-auto pb-4">
				{kind?.states.map((state) => (
					<BoardColumn
						key={state.key}
						state={state}
						pending={rows.isPending}
						entities={(rows.data ?? []).filter(({ state_key: key }) => key === state.key)}
						all={rows.data ?? []}
					/>
				))}
			</section>
		</div>
	);
}

interface BoardColumnProps {
	readonly state: KindState;
	readonly pending: boolean;
	readonly entities: readonly Entity[];
	readonly all: readonly Entity[];
}

function BoardColumn({ state, pending, entities, all }: BoardColumnProps) {
	const edits = useEdits();
	const [over, setOver] = useState(false);
	const [shown, setShown] = useState(cardsAtFirst);

	function drop(event: DragEvent) {
		event.preventDefault();
		setOver(false);
		const entity = all.find(({ id }) => id === event.dataTransfer.getData(dragType));
		if (entity === undefined || entity.state_key === state.key) return;
		void edits.change(entity, { state_key: state.key }, `“${entity.title}”: ${spellKey(state.key)}.`);
	}

	return (
		<section
			aria-label={spellKey(state.key)}
			onDragOver={(event) => {
				if (!event.dataTransfer.types.includes(dragType)) return;
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={drop}
			className={`flex w-72 shrink-0 flex-col rounded-md border bg-sunken ${over ? "border-accent" : "border-line"}`}
		>
			<h2 className="flex items-baseline gap-2 px-3 py-2 text-13 font-semibold">
				{spellKey(state.key)}
				<span className="font-normal text-ink-faint tabular-nums">{entities.length}</span>
			</h2>
			<ul className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pb-2">
				{pending && <li className="skeleton h-20" />}
				{entities.slice(0, shown).map((entity) => (
					<BoardCard key={entity.id} entity={entity} />
				))}
				{entities.length > shown && (
					<li>
						<LinkButton onClick={() => setShown(shown + cardsAtFirst)} className="px-1">
							+{entities.length - shown} more
						</LinkButton>
					</li>
				)}
			</ul>
		</section>
	);
}

function BoardCard({ entity }: { readonly entity: Entity }) {
	const { priority, assignees } = entity.props;
	return (
		<li
			draggable
			onDragStart={(event) => {
				event.dataTransfer.setData(dragType, entity.id);
				event.dataTransfer.effectAllowed = "move";
			}}
			className="flex cursor-grab flex-col gap-1.5 rounded-md border border-line bg-surface px-2.5 py-2 text-13 active:cursor-grabbing"
		>
			<EntityLink entity={entity} className="flex items-start gap-1.5 hover:underline">
				<span className="min-w-0">{entity.title}</span>
			</EntityLink>
			<div className="flex flex-wrap items-center gap-x-2 text-12 text-ink-faint">
				<span className="-ml-1.5">
					<StateMenu entity={entity} />
				</span>
				<DueMark entity={entity} />
				{typeof priority === "number" && <span title="Priority; one is the most urgent">P{priority}</span>}
				{Array.isArray(assignees) && <span className="min-w-0 truncate">{printValue(assignees)}</span>}
			</div>
		</li>
	);
}
