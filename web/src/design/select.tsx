import type { ComponentProps } from "react";
import { fieldLook } from "./controls.ts";
import { Labelled } from "./labelled.tsx";

interface SelectProps<Value extends string>
	extends Omit<ComponentProps<"select">, "value" | "onChange" | "children"> {
	/** Shown above it; without one, `aria-label` names it. */
	readonly label?: string;
	readonly value: Value;
	/** Values with their labels; a value alone is its own label. */
	readonly options: readonly (Value | readonly [value: Value, label: string])[];
	/** The label of the first choice, whose value is empty; without one there is no such choice. */
	readonly none?: string;
	readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>({
	label,
	options,
	none,
	onChange,
	className = fieldLook,
	...props
}: SelectProps<Value>) {
	const control = (
		<select {...props} onChange={(event) => onChange(event.target.value as Value)} className={className}>
			{none !== undefined && <option value="">{none}</option>}
			{options.map((option) => {
				const [value, words] = typeof option === "string" ? [option, option] : option;
				return (
					<option key={value} value={value}>
						{words}
					</option>
				);
			})}
		</select>
	);
	return label === undefined ? control : <Labelled label={label}>{control}</Labelled>;
}
