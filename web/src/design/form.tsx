import { type ComponentProps, useState } from "react";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
	readonly onSubmit: () => unknown;
}

/** A form whose work is done on the page: the browser's own sending would load the page again. */
export function Form({ onSubmit, ...props }: FormProps) {
	return (
		<form
			{...props}
			onSubmit={(event) => {
				event.preventDefault();
				void onSubmit();
			}}
		/>
	);
}

/** The values of a form by name, and the props that join a control to one of them. */
export function useFields<Values extends Readonly<Record<string, string>>>(initial: Values) {
	const [values, setValues] = useState(initial);
	return {
		values,
		field: <Name extends keyof Values>(name: Name) => ({
			value: values[name],
			// A browser that fills in several fields at once changes them before the form is drawn again.
			onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
		}),
		/** Empties the form, but for the values that are kept for the next one. */
		reset: (kept?: Partial<Values>) => setValues({ ...initial, ...kept }),
	};
}
