import { Plus } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { Kind, KindField } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Select } from "../design/fields.tsx";
import { countOf, spellKey } from "../design/format.tsx";
import { Notice, useAttempt } from "../design/notice.tsx";
import { makeFieldName, nameField } from "../entities/names.ts";
import { FieldForm } from "./field-form.tsx";

interface KindFieldsProps {
	readonly kind: Kind;
	/** An entity of the kind, on which computed fields are tried out. */
	readonly sample: Entity | undefined;
}

interface DraftField {
	readonly key: string;
	readonly field: KindField;
	/** An existing field keeps its name: queries and values refer to it. */
	readonly isNew: boolean;
}

/** The fields of a type, editable where the type is the workspace's own. */
export function KindFields({ kind, sample }: KindFieldsProps) {
	const { busy, attempt } = useAttempt();
	const [drafts, setDrafts] = useState<readonly DraftField[]>(() => kind.fields.map(draftOf));
	const [setAside, setSetAside] = useState<number>(0);
	const fields = drafts.map(({ field, isNew }) =>
		isNew ? { ...field, name: makeFieldName(field.label ?? "") } : field,
	);
	const [parts, setParts] = useState(() => readParts(kind));
	const changed = JSON.stringify([fields, parts]) !== JSON.stringify([kind.fields, readParts(kind)]);
	const ready =
		fields.every(({ name }) => name !== "") && new Set(fields.map(({ name }) => name)).size === fields.length;

	async function save() {
		const { label, plural, icon, hue, light_fields: light } = kind;
		const gone = kind.fields.filter(({ name }) => !fields.some((field) => field.name === name));
		const definition = {
			...{ label, plural, icon, hue, fields },
			...writeParts(parts, fields),
			light_fields: light?.filter(({ name }) => !gone.some((field) => field.name === name)) ?? null,
		};
		const done = await attempt(() => skein.kinds.change(kind.kind, definition), "The fields were saved.", [
			"kinds",
			"rows",
			"entity",
		]);
		if (done === null) return;
		setSetAside(done.answer.unconverted.length);
		setDrafts(done.answer.fields.map(draftOf));
		setParts(readParts(done.answer));
	}

	if (kind.built_in) {
		return (
			<div className="px-6 pb-16 max-md:px-4">
				<p className="pb-3 text-13 text-ink-soft">This type ships with Skein; its fields stay as they are.</p>
				<ul>
					{kind.fields.map((field) => (
						<li
							key={field.name}
							className="flex h-9 max-w-xl items-center gap-3 border-b border-line text-13"
						>
							<span className="flex-1">{nameField(field)}</span>
							<span className="font-mono text-12 text-ink-faint">{field.name}</span>
							<span className="w-28 text-12 text-ink-faint">{spellKey(field.type)}</span>
						</li>
					))}
				</ul>
			</div>
		);
	}
	return (
		<div className="min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
			<div className="flex max-w-2xl flex-col gap-3">
				{setAside > 0 && (
					<Notice tone="quiet" title={`${countOf(setAside, "value")} did not fit the new form`}>
						They are kept with their entities under another name; nothing was thrown away.
					</Notice>
				)}
				<ul className="flex flex-col gap-3">
					{drafts.map(({ key, field, isNew }) => (
						<FieldForm
							key={key}
							field={field}
							isNew={isNew}
							sample={sample}
							onChange={(next) =>
								setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, field: next } : draft)))
							}
							onRemove={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
						/>
					))}
				</ul>
				<KindPartsForm fields={fields} parts={parts} onChange={setParts} />
				<div className="flex gap-2">
					<TextButton
						className="h-8"
						onClick={() =>
							setDrafts([
								...drafts,
								{ key: crypto.randomUUID(), isNew: true, field: { name: "", label: "", type: "text" } },
							])
						}
					>
						<Plus aria-hidden size={14} /> Add a field
					</TextButton>
					<PrimaryButton disabled={busy || !changed || !ready} onClick={() => void save()}>
						Save the fields
					</PrimaryButton>
				</div>
			</div>
		</div>
	);
}

const draftOf = (field: KindField): DraftField => ({ key: field.name, field, isNew: false });

const fieldParts = [
	["start_field", "Begins on", ["date"]],
	["due_field", "Due on", ["date"]],
	["assignee_field", "Assigned by", ["text_list", "text"]],
] as const satisfies readonly (readonly [keyof Kind, string, readonly KindField["type"][]])[];

const stateMeanings = [
	["active_states", "active", "work is going on"],
	["blocked_states", "blocked", "something is in the way"],
	["settled_states", "settled", "nothing is open"],
	["closed_states", "terminal", "over"],
] as const;

type Meaning = (typeof stateMeanings)[number][1];

/** The fields and states of a type. */
export type KindParts = Pick<Kind, (typeof fieldParts)[number][0]> & {
	readonly meanings: Readonly<Record<string, Meaning | undefined>>;
};

const readParts = ({ states, start_field, due_field, assignee_field }: Kind): KindParts => ({
	...{ start_field, due_field, assignee_field },
	meanings: Object.fromEntries(
		states.map((state) => [state.key, stateMeanings.find(([, mark]) => state[mark])?.[1]]),
	),
});

const listStates = (fields: readonly KindField[]): readonly string[] =>
	fields.find(({ name, type }) => name === "state" && type === "select")?.options ?? [];

const listFitting = (fields: readonly KindField[], types: readonly string[]): readonly KindField[] =>
	fields.filter(({ type }) => types.includes(type));

/** Returns the parts in the form of a definition. A part is dropped with the field or state that it names. */
function writeParts(parts: KindParts, fields: readonly KindField[]) {
	const named = fieldParts.map(([part, , types]) => {
		const name = listFitting(fields, types).find((field) => field.name === parts[part])?.name;
		return [part, name ?? null] as const;
	});
	const states = stateMeanings.map(([list, mark]) => {
		return [list, listStates(fields).filter((state) => parts.meanings[state] === mark)] as const;
	});
	return { ...Object.fromEntries(named), ...Object.fromEntries(states) };
}

interface KindPartsFormProps {
	readonly fields: readonly KindField[];
	readonly parts: KindParts;
	readonly onChange: (parts: KindParts) => void;
}

/** Chooses the field that is the due date, and the states that end or block the work. */
function KindPartsForm({ fields, parts, onChange }: KindPartsFormProps) {
	const offered = fieldParts.filter(([, , types]) => listFitting(fields, types).length > 0);
	const states = listStates(fields);
	if (offered.length + states.length === 0) return null;
	return (
		<div className="grid grid-cols-3 gap-2 max-md:grid-cols-1">
			{offered.map(([part, label, types]) => (
				<Select
					key={part}
					label={label}
					value={parts[part] ?? ""}
					onChange={(value) => onChange({ ...parts, [part]: value === "" ? null : value })}
					none="no field"
					options={listFitting(fields, types).map((field) => [field.name, nameField(field)])}
				/>
			))}
			{states.map((state) => (
				<Select
					key={state}
					label={`${spellKey(state)} means`}
					value={parts.meanings[state] ?? ""}
					onChange={(value) =>
						onChange({ ...parts, meanings: { ...parts.meanings, [state]: value === "" ? undefined : value } })
					}
					none="open"
					options={stateMeanings.map(([, mark, words]) => [mark, words])}
				/>
			))}
		</div>
	);
}
