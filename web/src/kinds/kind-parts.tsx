import type { Kind, KindField } from "../api/api.ts";
import { fieldLook } from "../design/controls.ts";
import { Labelled } from "../design/labelled.tsx";
import { spellKey } from "../design/spell-key.ts";
import { nameField } from "../entities/name-field.ts";

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

export const readParts = ({ states, start_field, due_field, assignee_field }: Kind): KindParts => ({
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
export function writeParts(parts: KindParts, fields: readonly KindField[]) {
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
export function KindPartsForm({ fields, parts, onChange }: KindPartsFormProps) {
	const offered = fieldParts.filter(([, , types]) => listFitting(fields, types).length > 0);
	const states = listStates(fields);
	if (offered.length + states.length === 0) return null;
	return (
		<div className="grid grid-cols-3 gap-2 max-md:grid-cols-1">
			{offered.map(([part, label, types]) => (
				<Labelled key={part} label={label}>
					<select
						value={parts[part] ?? ""}
						onChange={({ target }) =>
							onChange({ ...parts, [part]: target.value === "" ? null : target.value })
						}
						className={fieldLook}
					>
						<option value="">no field</option>
						{listFitting(fields, types).map((field) => (
							<option key={field.name} value={field.name}>
								{nameField(field)}
							</option>
						))}
					</select>
				</Labelled>
			))}
			{states.map((state) => (
				<Labelled key={state} label={`${spellKey(state)} means`}>
					<select
						value={parts.meanings[state] ?? ""}
						onChange={({ target }) => {
							const meaning = stateMeanings.find(([, mark]) => mark === target.value)?.[1];
							onChange({ ...parts, meanings: { ...parts.meanings, [state]: meaning } });
						}}
						className={fieldLook}
					>
						<option value="">open</option>
						{stateMeanings.map(([, mark, words]) => (
							<option key={mark} value={mark}>
								{words}
							</option>
						))}
					</select>
				</Labelled>
			))}
		</div>
	);
}
