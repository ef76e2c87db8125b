import { X } from "lucide-react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { FieldType, KindField } from "../../../src/client/workspace-calls.ts";
import { IconButton } from "../design/buttons.tsx";
import { areaLook } from "../design/controls.ts";
import { Labelled, Select, TextField } from "../design/fields.tsx";
import { useDebounced } from "../design/use-debounced.ts";
import { nameField } from "../entities/names.ts";
import { useKindList } from "../entities/use-kinds.ts";
import { QueryResults } from "../search/query-results.tsx";

const types: readonly (readonly [FieldType, string])[] = [
	["text", "Text"],
	["number", "Number"],
	["date", "Date"],
	["select", "Choice"],
	["text_list", "List of texts"],
	["email", "E-mail address"],
	["entity_ref", "Link to one"],
	["entity_ref_list", "Links to many"],
	["note_ref", "Link to a note"],
	["computed", "Computed by a query"],
];

interface FieldFormProps {
	readonly field: KindField;
	readonly isNew: boolean;
	readonly sample: Entity | undefined;
	readonly onChange: (field: KindField) => void;
	readonly onRemove: () => void;
}

/** One field of a type: its name, its type, and the options of that type. */
export function FieldForm({ field, isNew, sample, onChange, onRemove }: FieldFormProps) {
	const kinds = useKindList().data ?? [];
	const name = isNew ? (field.label ?? "") : nameField(field);

	function changeType(type: FieldType) {
		const { label, rel } = field;
		onChange({
			name: field.name,
			type,
			...(label !== undefined && { label }),
			...(rel !== undefined && { rel }),
			...(type === "select" && { options: field.options ?? ["first", "second"] }),
			...((type === "entity_ref" || type === "entity_ref_list") && {
				kind: field.kind ?? kinds[0]?.kind ?? "note",
			}),
			...(type === "computed" && { query: field.query ?? "SELECT t FROM task WHERE t.state != done" }),
		});
	}

	return (
		<li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
			<div className="grid grid-cols-[1fr_10rem_auto] items-end gap-2">
				<TextField label="Name" value={name} onChange={(value) => onChange({ ...field, label: value })} />
				<Select label="Holds" value={field.type} onChange={changeType} options={types} />
				<IconButton icon={X} label={`Remove the field ${name}`} onClick={onRemove} />
			</div>
			{field.type === "select" && (
				<TextField
					label="Choices, with commas between"
					value={field.options?.join(", ") ?? ""}
					onChange={(value) =>
						onChange({
							...field,
							options: value.split(",").map((option) => option.trimStart()),
						})
					}
				/>
			)}
			{(field.type === "entity_ref" || field.type === "entity_ref_list") && (
				<Select
					label="Links to"
					value={field.kind ?? ""}
					onChange={(value) => onChange({ ...field, kind: value })}
					options={kinds.map(({ kind, label }) => [kind, label])}
				/>
			)}
			{field.type === "computed" && <ComputedForm field={field} sample={sample} onChange={onChange} />}
		</li>
	);
}

type ComputedFormProps = Pick<FieldFormProps, "field" | "sample" | "onChange">;

const settleAfter = 400;

function ComputedForm({ field, sample, onChange }: ComputedFormProps) {
	const query = useDebounced(field.query ?? "", settleAfter);
	return (
		<>
			<Labelled label="Query">
				<textarea
					value={field.query ?? ""}
					onChange={(event) => onChange({ ...field, query: event.target.value })}
					spellCheck={false}
					className={`${areaLook} font-mono`}
				/>
			</Labelled>
			<details className="text-12 text-ink-soft">
				<summary>How a query is written</summary>
				<p className="pt-1">
					<code className="font-mono">
						SELECT p FROM Person WHERE p.team = {"{this}"} ORDER BY p.start LIMIT 10
					</code>
				</p>
				<p className="pt-1">
					FROM names a type. WHERE compares fields with =, !=, &lt;, &gt;, CONTAINS, IN (…) and IS NULL,
					joined by AND, OR and NOT. {"{this}"} is the entity whose field it is; today+2w and now-7d are
					moments.
				</p>
			</details>
			<p className="text-12 text-ink-faint">
				{sample === undefined ? "Now, for no entity in particular:" : `Now, for “${sample.title}”:`}
			</p>
			{query.trim() !== "" && (
				<QueryResults wql={query} limit={5} {...(sample !== undefined && { about: sample.id })} />
			)}
		</>
	);
}
