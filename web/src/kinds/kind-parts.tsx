import type { Kind, KindField } from "../api/api.ts";
import { Select } from "../design/fields.tsx";
import { spellKey } from "../design/format.tsx";
import { nameField } from "../entities/names.ts";

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
