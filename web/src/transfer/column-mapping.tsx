import { useState } from "react";
import type { ColumnUse, MappedKey, TableMapping } from "../../../src/graph/transfer/source/table-mapping.ts";
import { TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Labelled, Select, TextField } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { countOf } from "../design/format.tsx";
import { useStoredState } from "../design/use-stored-state.ts";
import { useKindList, useKinds } from "../entities/use-kinds.ts";
import { type ChoiceGroup, keyOf, listChoices, listKeyChoices } from "./list-choices.ts";

interface ColumnMappingProps {
	readonly mapping: TableMapping;
	/** Of frontmatter: each key with its values. */
	readonly keys?: readonly MappedKey[] | undefined;
	readonly onChange: (mapping: TableMapping) => void;
}

/** A mapping, and below it those of folders whose texts have keys of their own. */
export function FolderMappings({ mapping, keys, onChange }: ColumnMappingProps) {
	const { folders = {} } = mapping;
	const hasRest = Object.keys(mapping.columns).length > 0 || Object.keys(folders).length === 0;
	return (
		<div className="flex flex-col gap-4">
			{hasRest && (
				<ColumnMapping
					mapping={mapping}
					keys={keys?.filter(({ folder }) => folder === undefined)}
					onChange={onChange}
				/>
			)}
			{Object.entries(folders).map(([folder, own]) => (
				<ColumnMapping
					key={folder}
					folder={folder}
					mapping={own}
					keys={keys?.filter((key) => key.folder === folder)}
					onChange={(changed) => onChange({ ...mapping, folders: { ...folders, [folder]: changed } })}
				/>
			))}
		</div>
	);
}

/** The mapping of the columns of a table, or of the keys of frontmatter: shown, changed, and saved under a name for the next of its sort. */
function ColumnMapping({
	mapping,
	keys,
	folder,
	onChange,
}: ColumnMappingProps & { readonly folder?: string }) {
	const find = useKinds();
	const kinds = useKindList().data ?? [];
	const plain = keys ? ["note"] : [];
	const names = [...new Set([mapping.kind, ...plain, ...kinds.map(({ kind }) => kind)])];
	const byKey = new Map(keys?.map((key) => [key.key, key]));
	const nameOf = (kind: string): string =>
		kind === mapping.kind ? (mapping.label ?? find(kind).label) : find(kind).label;
	return (
		<details open className="text-13">
			<summary className="text-ink-soft">
				What becomes of the {keys ? "frontmatter" : "columns"}
				{folder !== undefined && (
					<>
						{" "}
						in <span className="font-medium text-ink">{folder}</span>
					</>
				)}
			</summary>
			<div className="mt-2 flex flex-col gap-3 border-t border-line pt-3">
				<div className="grid gap-3 sm:grid-cols-2">
					<Select
						label={keys ? "Each text becomes" : "Each row becomes"}
						value={mapping.kind}
						onChange={(value) => onChange({ ...mapping, kind: value })}
						options={names.map((kind) => [kind, nameOf(kind)])}
					/>
				</div>
				<div className="grid max-h-96 gap-3 overflow-y-auto sm:grid-cols-2">
					{Object.entries(mapping.columns).map(([column, use]) => {
						const key = byKey.get(column);
						return (
							<ColumnChoice
								key={column}
								column={column}
								use={use}
								groups={key ? listKeyChoices(key, use) : listChoices(column, use, find(mapping.kind))}
								hint={key && describeValues(key)}
								onChange={(chosen) =>
									onChange({ ...mapping, columns: { ...mapping.columns, [column]: chosen } })
								}
							/>
						);
					})}
				</div>
				<SavedMappings mapping={mapping} onChange={onChange} />
			</div>
		</details>
	);
}

/** How many values a key has, or how many do not fit what the others suggest, and the first of them. */
function describeValues({ count, fitting, examples }: MappedKey): string {
	const values =
		fitting === count ? countOf(count, "value") : `${count - fitting} of ${count} unlike the others`;
	return `${values}: ${examples.join(" · ")}`;
}

interface ColumnChoiceProps {
	readonly column: string;
	readonly use: ColumnUse;
	readonly groups: readonly ChoiceGroup[];
	readonly hint: string | undefined;
	readonly onChange: (use: ColumnUse) => void;
}

function ColumnChoice({ column, use, groups, hint, onChange }: ColumnChoiceProps) {
	const choices = groups.flatMap((group) => group.choices);
	return (
		<div className="flex min-w-0 flex-col gap-1">
			<Labelled label={column}>
				<select
					value={keyOf(use)}
					onChange={(event) => {
						const chosen = choices.find(({ value }) => value === event.target.value);
						if (chosen) onChange(chosen.use);
					}}
					className={fieldLook}
				>
					{groups.map((group) => (
						<optgroup key={group.label} label={group.label}>
							{group.choices.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</optgroup>
					))}
				</select>
			</Labelled>
			{hint && (
				<p className="truncate text-12 text-ink-faint" title={hint}>
					{hint}
				</p>
			)}
		</div>
	);
}

/** A column missing from the saved mapping keeps its current use. */
const applySaved = (now: TableMapping, saved: TableMapping): TableMapping => ({
	...saved,
	columns: Object.fromEntries(
		Object.entries(now.columns).map(([column, use]) => [column, saved.columns[column] ?? use]),
	),
});

/** Loads a saved mapping of the columns, or saves this one under a name. */
function SavedMappings({ mapping, onChange }: ColumnMappingProps) {
	const { saved, save } = useSavedMappings();
	const [name, setName] = useState("");
	const [notice, setNotice] = useState<string | null>(null);
	return (
		<div className="grid items-end gap-3 sm:grid-cols-2">
			{Object.keys(saved).length > 0 && (
				<Select
					label="As it was done before"
					value=""
					onChange={(value) => {
						const kept = saved[value];
						if (kept) onChange(applySaved(mapping, kept));
					}}
					none="Choose what was saved"
					options={Object.keys(saved)}
				/>
			)}
			<Form
				className="flex items-end gap-2"
				onSubmit={() => {
					if (name.trim() === "") return;
					save(name.trim(), mapping);
					setNotice(`Saved as ${name.trim()}.`);
				}}
			>
				<TextField label="Save these columns as" value={name} maxLength={100} onChange={setName} />
				<TextButton type="submit">Save</TextButton>
			</Form>
			<p role="status" className="text-12 text-ink-faint empty:hidden">
				{notice}
			</p>
		</div>
	);
}

type Saved = Readonly<Record<string, TableMapping>>;

/** The saved mappings by their names, in this browser. */
function useSavedMappings(): {
	readonly saved: Saved;
	readonly save: (name: string, mapping: TableMapping) => void;
} {
	const [saved, store] = useStoredState<Saved>("import-columns", {});
	return { saved, save: (name, mapping) => store({ ...saved, [name]: mapping }) };
}
