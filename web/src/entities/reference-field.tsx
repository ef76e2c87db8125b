import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { Entity, KindField } from "../api/api.ts";
import { IconButton } from "../design/icon-button.tsx";
import { EntityLink } from "./entity-link.tsx";
import { EntityPicker } from "./entity-picker.tsx";
import { nameField } from "./name-field.ts";
import { useEntity } from "./use-entity.ts";

interface ReferenceFieldProps {
	readonly entity: Entity;
	readonly field: KindField;
	readonly onSave: (value: unknown) => void;
}

/** A field that names other entities: each is a link, and can be taken away. */
export function ReferenceField({ entity, field, onSave }: ReferenceFieldProps) {
	const [picking, setPicking] = useState(false);
	const many = field.type === "entity_ref_list";
	const ids = listIds(entity.props[field.name]);
	const save = (next: readonly string[]) => onSave(many ? next : (next[0] ?? null));
	const full = !many && ids.length > 0;
	return (
		<div className="flex min-w-0 flex-col gap-0.5 px-1.5">
			{ids.map((id) => (
				<Referenced key={id} id={id} onRemove={() => save(ids.filter((other) => other !== id))} />
			))}
			{picking && (
				<EntityPicker
					label={`${nameField(field)} of ${entity.title}`}
					{...(field.kind !== undefined && { kind: field.kind })}
					autoFocus
					onPick={({ id }) => {
						setPicking(false);
						save(many ? [...ids.filter((other) => other !== id), id] : [id]);
					}}
				/>
			)}
			{!picking && !full && (
				<button
					type="button"
					onClick={() => setPicking(true)}
					className="flex h-7 items-center gap-1 text-left text-12 text-ink-faint hover:text-ink"
				>
					<Plus aria-hidden size={12} />
					{ids.length === 0 ? "Choose" : "Add"}
					<span className="sr-only"> {nameField(field)}</span>
				</button>
			)}
		</div>
	);
}

function Referenced({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
	const { data, isError } = useEntity(id);
	const title = data?.title ?? (isError ? "Not there, or not yours to read" : "…");
	return (
		<div className="flex h-7 min-w-0 items-center gap-1 text-13">
			{data === undefined ? (
				<span className="min-w-0 flex-1 truncate text-ink-faint">{title}</span>
			) : (
				<span className="flex min-w-0 flex-1">
					<EntityLink entity={data} />
				</span>
			)}
			<IconButton icon={X} label={`Take away ${title}`} size="small" onClick={onRemove} />
		</div>
	);
}

function listIds(value: unknown): readonly string[] {
	const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
	return parts.filter((part): part is string => typeof part === "string" && part.trim() !== "");
}
