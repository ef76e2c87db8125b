import { fieldLook } from "./controls.ts";
import { Labelled } from "./labelled.tsx";

interface PasswordFieldProps {
	readonly label: string;
	/** How a password manager treats the field. */
	readonly autoComplete: "current-password" | "new-password" | "off";
	readonly required?: boolean;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

/** A field for secrets, hidden from people nearby. */
export function PasswordField({
	label,
	autoComplete,
	required = false,
	value,
	onChange,
}: PasswordFieldProps) {
	return (
		<Labelled label={label}>
			<input
				type="password"
				autoComplete={autoComplete}
				required={required}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				className={fieldLook}
			/>
		</Labelled>
	);
}
