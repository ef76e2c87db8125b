import type { ComponentProps } from "react";
import { fieldLook } from "./controls.ts";
import { Labelled } from "./labelled.tsx";

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
