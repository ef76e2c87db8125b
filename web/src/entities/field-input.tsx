import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { KindField } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { RemoveButton } from "../design/buttons.tsx";
import { quietFieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { spellKey } from "../design/format.tsx";
import { useEdits } from "./edits.tsx";
import { EntityLink, RowLink } from "./entity-link.tsx";
import { EntityPicker } from "./entity-picker.tsx";
import { nameField } from "./names.ts";
import { useEntity } from "./use-entities.ts";

interface FieldInputProps {
	readonly entity: Entity;
	readonly field: KindField;
	/** Whether a long text shows all of its lines. */
	readonly tall?: boolean;
}

/** The control for one field of an entity, by the field's type. */
export function FieldInput({ entity, field, tall = false }: FieldInputProps) {
	const edits = useEdits();
	const onSave = (value: unknown): void =>
		void edits.change(entity, { props: { [field.name]: value } }, `${nameField(field)} changed.`);
	const value = entity.props[field.name];
	const label = `${nameField(field)} of ${entity.title}`;
	switch (field.type) {
		case "computed":
			return <ComputedField entity={entity} field={field} />;
		case "entity_ref":
		case "entity_ref_list":
		case "note_ref":
			return <ReferenceField entity={entity} field={field} onSave={onSave} />;
		case "select":
			return (
				<Select
					aria-label={label}
					value={typeof value === "string" ? value : ""}
					onChange={(value) => onSave(value === "" ? null : value)}
					className={quietFieldLook}
					none="–"
					options={(field.options ?? []).map((option) => [option, spellKey(option)])}
				/>
			);
		case "date":
			return (
				<input
					type="date"
					aria-label={label}
					value={typeof value === "string" ? value.slice(0, 10) : ""}
					onChange={(event) => onSave(event.target.value === "" ? null : event.target.value)}
					className={`${quietFieldLook} ${value ? "" : "text-transparent hover:text-ink-faint focus:text-ink"}`}
				/>
			);
		default:
			return (
				<TextField
					label={label}
					field={field}
					entity={entity}
					onSave={onSave}
					tall={tall && field.type === "text"}
				/>
			);
	}
}

interface SavingProps extends FieldInputProps {
	readonly onSave: (value: unknown) => void;
}

type TextFieldProps = SavingProps & { readonly label: string };

/** A typed value: saved on Enter or on leaving it, reset by Escape. */
function TextField({ label, entity, field, onSave, tall }: TextFieldProps) {
	const stored = printValue(entity.props[field.name]);
	const [text, setText] = useState(stored);
	useEffect(() => setText(stored), [stored]);

	function save() {
		if (text.trim() === stored) return setText(stored);
		onSave(text.trim() === "" ? null : readValue(field, text.trim()));
	}

	function onKeyDown(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
		if (event.key === "Enter" && !event.shiftKey) event.currentTarget.blur();
		if (event.key === "Escape") setText(stored);
	}

	const props = {
		...{ "aria-label": label, value: text, placeholder: "–", onBlur: save, onKeyDown },
		onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.target.value),
	};
	if (tall) {
		const look = `${quietFieldLook} field-sizing-content h-auto! min-h-7 resize-none py-1`;
		return <textarea {...props} rows={1} className={look} />;
	}
	return (
		<input
			{...props}
			type={field.type === "number" ? "number" : field.type === "email" ? "email" : "text"}
			min={field.min}
			max={field.max}
			step={field.type === "number" && !field.integer ? "any" : undefined}
			className={`${quietFieldLook} ${field.type === "number" ? "tabular-nums" : ""}`}
		/>
	);
}

export function printValue(value: unknown): string {
	if (value === null || value === undefined) return "";
	if (Array.isArray(value)) return value.map(printValue).join(", ");
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function readValue(field: KindField, text: string): unknown {
	if (field.type === "number") return Number(text);
	if (field.type === "text_list") {
		return text
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== "");
	}
	if (field.type !== "json") return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		// Text that is not JSON is kept as it is.
		return text;
	}
}

const shown = 5;

/** Shows the entities that the query of a field finds for this entity now. */
function ComputedField({ entity, field }: FieldInputProps) {
	const wql = field.query ?? "";
	const { data, error } = useQuery({
		queryKey: ["query", wql, entity.id],
		queryFn: () => skein.query({ wql, this: entity.id, limit: shown }),
	});
	if (error !== null) return <p className="px-1.5 text-12 text-bad-ink">{error.message}</p>;
	if (data === undefined) return <div className="skeleton h-5" />;
	if (data.total === 0) return <p className="px-1.5 text-13 text-ink-faint">Finds nothing now</p>;
	return (
		<ul className="flex flex-col gap-0.5 px-1.5 text-13">
			{data.rows.map((row) => (
				<li key={row.id} className="min-w-0">
					<EntityLink entity={row} />
				</li>
			))}
			{data.total > data.rows.length && (
				<li className="text-12 text-ink-faint">and {data.total - data.rows.length} more</li>
			)}
		</ul>
	);
}

/** A field that refers to other entities: each is a link, and can be removed. */
function ReferenceField({ entity, field, onSave }: SavingProps) {
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
				<RowLink entity={data} />
			)}
			<RemoveButton label={`Take away ${title}`} onClick={onRemove} />
		</div>
	);
}

function listIds(value: unknown): readonly string[] {
	const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
	return parts.filter((part): part is string => typeof part === "string" && part.trim() !== "");
}
