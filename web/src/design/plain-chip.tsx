import { type LucideIcon, X } from "lucide-react";

interface PlainChipProps {
	readonly icon: LucideIcon;
	readonly label: string;
	/** The label of the remove button. */
	readonly removal: string;
	readonly title?: string;
	readonly onRemove: () => void;
}

/** A part of a question that is no entity: a file, a paragraph, a setting of the context. */
export function PlainChip({ icon: Icon, label, removal, title = label, onRemove }: PlainChipProps) {
	return (
		<span
			title={title}
			className="inline-flex h-6 max-w-72 items-center gap-1 rounded-md border border-line px-1.5 text-12 text-ink-soft max-md:h-8"
		>
			<Icon aria-hidden size={12} className="shrink-0 text-ink-faint" />
			<span className="truncate">{label}</span>
			<button
				type="button"
				aria-label={removal}
				onClick={onRemove}
				className="-mr-1 grid size-5 shrink-0 place-items-center rounded-sm hover:bg-hover max-md:size-7"
			>
				<X aria-hidden size={12} />
			</button>
		</span>
	);
}
