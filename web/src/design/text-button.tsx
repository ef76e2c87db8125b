import type { ComponentProps } from "react";

/** A bordered button with words. */
export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
	return (
		<button
			type="button"
			className={`inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-13 font-medium text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-50 ${className}`}
			{...props}
		/>
	);
}

/** A button that looks like a link, to show more of a list. */
export const LinkButton = ({ className = "", ...props }: ComponentProps<"button">) => (
	<button type="button" className={`text-12 text-accent-ink hover:underline ${className}`} {...props} />
);
