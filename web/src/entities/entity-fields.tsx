import { useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { KindField } from "../../../src/client/workspace-calls.ts";
import { countOf, spellKey } from "../design/format.tsx";
import { FieldInput, printValue } from "./field-input.tsx";
import { nameField } from "./names.ts";
import { useKinds } from "./use-kinds.ts";

/** Shows the fields that the kind declares, edited in place; empty fields are behind one line. */
export function EntityFields({ entity }: { readonly entity: Entity }) {
	const fields = useKinds()(entity.kind).fields;
	const [all, setAll] = useState(false);
	const filled = fields.filter((field) => all || field.type === "computed" || isFilled(entity, field));
	const empty = fields.length - filled.length;
	const declared = new Set(fields.map(({ name }) => name));
	const others = Object.entries(entity.props).filter(([name]) => !declared.has(name));

	return (
		<section aria-label="Fields" className="flex flex-col gap-1">
			<dl className="grid grid-cols-[minmax(5rem,7rem)_1fr] items-start gap-x-2 gap-y-0.5">
				{filled.map((field) => (
					<div key={field.name} className="contents">
						<dt className="truncate pt-1.5 text-12 text-ink-faint max-md:pt-3" title={nameField(field)}>
							{nameField(field)}
						</dt>
						<dd className="min-w-0">
							<FieldInput tall entity={entity} field={field} />
						</dd>
					</div>
				))}
				{others.map(([name, value]) => (
					<div key={name} className="contents">
						<dt className="truncate pt-1.5 text-12 text-ink-faint" title={name}>
							{spellKey(name)}
						</dt>
						<dd className="min-w-0 truncate px-1.5 pt-1 text-13 text-ink-soft" title={printValue(value)}>
							{printValue(value)}
						</dd>
					</div>
				))}
			</dl>
			{empty > 0 && (
				<button
					type="button"
					onClick={() => setAll(true)}
					className="self-start rounded-md py-1 text-12 text-ink-faint hover:text-ink"
				>
					Show {countOf(empty, "empty field")}
				</button>
			)}
		</section>
	);
}

function isFilled(entity: Entity, { name }: KindField): boolean {
	const value = entity.props[name];
	return (
		value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
	);
}
