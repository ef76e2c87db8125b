import { type ComponentProps, cloneElement, type ReactElement, useId } from "react";
import { fieldLook, labelLook } from "./controls.ts";

interface LabelledProps {
	readonly label: string;
	readonly children: ReactElement<{ id?: string }>;
}

/** A control under its name. */
export function Labelled({ label, children }: LabelledProps) {
	const id = useId();
	return (
		<div className="flex min-w-0 flex-col gap-1">
			<label htmlFor={id} className={labelLook}>
				{label}
			</label>
			{cloneElement(children, { id })}
		</div>
	);
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
	readonly label: string;
	readonly onChange: (value: string) => void;
}

/** A line of text under its label. */
export function TextField({ label, onChange, className = fieldLook, ...props }: TextFieldProps) {
	return (
		<Labelled label={label}>
			<input {...props} onChange={(event) => onChange(event.target.value)} className={className} />
		</Labelled>
	);
}

/** A field for words to find something by. */
export function SearchField({
	label,
	placeholder = label,
	onChange,
	className = fieldLook,
	...props
}: TextFieldProps) {
	return (
		<input
			type="search"
			aria-label={label}
			placeholder={placeholder}
			{...props}
			onChange={(event) => onChange(event.target.value)}
			className={className}
		/>
	);
}

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
