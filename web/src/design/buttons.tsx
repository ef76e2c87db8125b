import { Check, Copy, type LucideIcon, X } from "lucide-react";
import { type ComponentProps, useState } from "react";
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

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "title"> {
	readonly icon: LucideIcon;
	readonly label: string;
	readonly shortcut?: string;
	readonly size?: keyof typeof sizes;
}

/** On a phone every one of them is large enough for a thumb. */
const sizes = {
	small: "size-6 max-md:size-9",
	medium: "size-7 max-md:size-9",
	large: "size-8 max-md:size-9",
} as const;

/** A button that shows only an icon: screen readers get its name, and the tooltip its name and shortcut. */
export function IconButton({
	icon: Icon,
	label,
	shortcut,
	size = "large",
	className = "",
	...props
}: IconButtonProps) {
	return (
		<button
			type="button"
			aria-label={label}
			title={shortcut === undefined ? label : `${label} (${shortcut})`}
			className={`grid ${sizes[size]} shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-40 ${className}`}
			{...props}
		>
			<Icon aria-hidden size={16} strokeWidth={1.75} />
		</button>
	);
}

type RemoveButtonProps = Omit<IconButtonProps, "icon" | "size"> & {
	/** Shown only while its row is pointed at, and on a phone always. */
	readonly quiet?: boolean;
};

/** The small cross at the end of a row. */
export const RemoveButton = ({ quiet = false, ...props }: RemoveButtonProps) => (
	<IconButton icon={X} size="small" {...(quiet && { className: quietLook })} {...props} />
);

const quietLook = "opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-md:opacity-100";

const shownFor = 1600;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
	const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

	async function copy() {
		const next = await navigator.clipboard.writeText(text).then(
			() => "copied" as const,
			() => "refused" as const,
		);
		setOutcome(next);
		setTimeout(() => setOutcome(null), shownFor);
	}

	const Icon = outcome === "copied" ? Check : Copy;
	return (
		<TextButton onClick={copy}>
			<Icon aria-hidden size={14} />
			<span aria-live="polite">
				{outcome === "copied" ? "Copied" : outcome === "refused" ? "The browser refused to copy" : label}
			</span>
		</TextButton>
	);
}
