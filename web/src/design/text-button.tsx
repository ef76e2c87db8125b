import type { ComponentProps } from "react";
import { primaryLook } from "./controls.ts";

type ButtonProps = ComponentProps<"button">;

/** A bordered button with words. */
export const TextButton = ({ className = "", ...props }: ButtonProps) => (
	<button
		type="button"
		className={`inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-13 font-medium text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-50 ${className}`}
		{...props}
	/>
);

/** The main action of a form, a dialog or a card. */
export const PrimaryButton = ({ className = "", ...props }: ButtonProps) => (
	<button type="button" className={`${primaryLook} ${className}`} {...props} />
);

/** A button that looks like a link, to show more of a list. */
export const LinkButton = ({ className = "", ...props }: ButtonProps) => (
	<button type="button" className={`text-12 text-accent-ink hover:underline ${className}`} {...props} />
);
