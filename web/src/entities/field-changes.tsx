import type { LoggedRow } from "../../../src/client/entity-calls.ts";
import { spellKey } from "../design/format.tsx";
import { printValue } from "./field-input.tsx";

const hiddenFields = new Set(["version", "updated_at", "completed_at"]);
const excerpt = 80;

/** The fields that a change of an entity set, with the values before and after. */
export function FieldChanges({ row }: { readonly row: LoggedRow | undefined }) {
	if (row?.table !== "entity" || row.verb !== "updated") return null;
	// Of long texts that differ further on, the beginnings say nothing.
	const changes = listFieldChanges(row).filter(({ before, after }) => before !== after);
	return (
		<ul className="text-12 text-ink-faint">
			{changes.map(({ name, before, after }) => (
				<li key={name} className="min-w-0 wrap-anywhere">
					{spellKey(name)}: <del>{before === "" ? "empty" : before}</del> →{" "}
					<ins>{after === "" ? "empty" : after}</ins>
				</li>
			))}
		</ul>
	);
}

/** The changed fields as part of a sentence; null where none has a name that people know. */
export function nameChangedFields(row: LoggedRow): string | null {
	const names = listFieldChanges(row).map(({ name }) => spellKey(name));
	return names.length === 0 ? null : names.join(", ").toLowerCase();
}

function listFieldChanges({ fields, before, after }: LoggedRow) {
	const named = (fields ?? []).filter((field) => !hiddenFields.has(field));
	return named.flatMap((name) => {
		const [old, next] = [before?.[name], after?.[name]];
		if (name !== "props") return [{ name, before: clip(old), after: clip(next) }];
		const [oldProps, nextProps] = [old, next].map((value) => (value ?? {}) as Record<string, unknown>);
		const keys = [...new Set([...Object.keys(oldProps ?? {}), ...Object.keys(nextProps ?? {})])];
		return keys
			.map((key) => ({ name: key, before: clip(oldProps?.[key]), after: clip(nextProps?.[key]) }))
			.filter((change) => change.before !== change.after);
	});
}

function clip(value: unknown): string {
	const text = printValue(value);
	return text.length > excerpt ? `${text.slice(0, excerpt)}…` : text;
}
