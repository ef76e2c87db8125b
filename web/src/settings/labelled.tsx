import type { ReactNode } from "react";
import { labelLook } from "../design/controls.ts";

/** A control under its name. */
export function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
	return (
		<label className="flex min-w-0 flex-col gap-1">
			<span className={labelLook}>{label}</span>
			{children}
		</label>
	);
}
