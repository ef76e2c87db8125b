import { useState } from "react";
import type { Entity, Suggestion } from "../api/api.ts";
import { Select } from "../design/fields.tsx";
import { useEdits } from "./edits.tsx";
import { EntityPicker } from "./entity-picker.tsx";
import { relationChoices } from "./names.ts";

interface AddLinkProps {
	readonly entity: Pick<Entity, "id" | "title">;
	readonly onDone: () => void;
}

/** Adds a link: a relation and its target. */
export function AddLink({ entity, onDone }: AddLinkProps) {
	const edits = useEdits();
	const [position, setPosition] = useState(0);
	const choice = relationChoices[position];

	async function link(other: Suggestion) {
		if (choice === undefined) return;
		const [src_id, dst_id] = choice.direction === "outgoing" ? [entity.id, other.id] : [other.id, entity.id];
		const done = await edits.link(
			{ src_id, rel: choice.relation, dst_id },
			`${choice.label}: “${other.title}”.`,
		);
		if (done) onDone();
	}

	return (
		<div className="flex flex-col gap-1.5 rounded-md border border-line bg-sunken p-2">
			<Select
				aria-label="How it is linked"
				value={String(position)}
				onChange={(value) => setPosition(Number(value))}
				options={relationChoices.map(({ label }, index) => [String(index), label])}
			/>
			<EntityPicker label="What to link" placeholder="Find what to link…" autoFocus onPick={link} />
		</div>
	);
}
