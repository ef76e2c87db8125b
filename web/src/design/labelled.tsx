import { cloneElement, type ReactElement, useId } from "react";
import { labelLook } from "./controls.ts";

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
