import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

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
