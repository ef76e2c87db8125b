import { type KeyboardEvent, useEffect, useState } from "react";
import type { Entity, KindField } from "../api/api.ts";
import { quietFieldLook } from "../design/controls.ts";
import { spellKey } from "../design/spell-key.ts";
import { ComputedField } from "./computed-field.tsx";
import { nameField } from "./name-field.ts";
import { ReferenceField } from "./reference-field.tsx";

export interface FieldInputProps {
	readonly entity: Entity;
	readonly field: KindField;
	readonly onSave: (value: unknown) => void;
	readonly className?: string;
	/** Where there is room, a long text shows all of its lines. */
	readonly tall?: boolean;
}

/** One field of an entity as its type asks for it. */
export function FieldInput({
	entity,
	field,
	onSave,
	className = quietFieldLook,
	tall = false,
}: FieldInputProps) {
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
				<select
					aria-label={label}
					value={typeof value === "string" ? value : ""}
					onChange={(event) => onSave(event.target.value === "" ? null : event.target.value)}
					className={className}
				>
					<option value="">–</option>
					{field.options?.map((option) => (
						<option key={option} value={option}>
							{spellKey(option)}
						</option>
					))}
				</select>
			);
		case "date":
			return (
				<input
					type="date"
					aria-label={label}
					value={typeof value === "string" ? value.slice(0, 10) : ""}
					onChange={(event) => onSave(event.target.value === "" ? null : event.target.value)}
					className={`${className} ${value ? "" : "text-transparent hover:text-ink-faint focus:text-ink"}`}
				/>
			);
		default:
			return (
				<TextField
					label={label}
					field={field}
					value={value}
					onSave={onSave}
					className={className}
					tall={tall && field.type === "text"}
				/>
			);
	}
}

interface TextFieldProps {
	readonly label: string;
	readonly field: KindField;
	readonly value: unknown;
	readonly onSave: (value: unknown) => void;
	readonly className: string;
	readonly tall: boolean;
}

/** A value that is typed: saved on Enter or on leaving it, taken back by Escape. */
function TextField({ label, field, value, onSave, className, tall }: TextFieldProps) {
	const stored = printValue(value);
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

	if (tall) {
		return (
			<textarea
				aria-label={label}
				value={text}
				rows={1}
				placeholder="–"
				onChange={(event) => setText(event.target.value)}
				onBlur={save}
				onKeyDown={onKeyDown}
				className={`${className} field-sizing-content h-auto! min-h-7 resize-none py-1`}
			/>
		);
	}
	return (
		<input
			type={field.type === "number" ? "number" : field.type === "email" ? "email" : "text"}
			aria-label={label}
			value={text}
			min={field.min}
			max={field.max}
			step={field.type === "number" && !field.integer ? "any" : undefined}
			placeholder="–"
			onChange={(event) => setText(event.target.value)}
			onBlur={save}
			onKeyDown={onKeyDown}
			className={`${className} ${field.type === "number" ? "tabular-nums" : ""}`}
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
		// What is not JSON is kept as the text it is.
		return text;
	}
}
