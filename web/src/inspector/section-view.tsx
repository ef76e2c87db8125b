import { ChevronRight } from "lucide-react";
import { type CSSProperties, type ReactNode, useId } from "react";
import { formatNumber } from "../design/format.tsx";

interface SectionViewProps {
	readonly title: string;
	readonly count: number;
	readonly tokens?: number;
	readonly hue?: number;
	readonly open: boolean;
	readonly onToggle: () => void;
	readonly children: ReactNode;
}

/** A titled list that opens: one section of the prompt, or the items left out of it. */
export function SectionView({ title, count, tokens, hue, open, onToggle, children }: SectionViewProps) {
	const body = useId();
	return (
		<section aria-label={title} className="border-t border-line py-1">
			<h3>
				<button
					type="button"
					aria-expanded={open}
					aria-controls={body}
					onClick={onToggle}
					className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left text-13 font-medium hover:bg-hover"
				>
					<ChevronRight
						aria-hidden
						size={14}
						className={`shrink-0 text-ink-faint transition-transform duration-100 ${open ? "rotate-90" : ""}`}
					/>
					{hue !== undefined && (
						<span
							aria-hidden="true"
							style={{ "--hue": hue } as CSSProperties}
							className="hued size-2 shrink-0 rounded-full bg-hue-fill"
						/>
					)}
					<span className="truncate">{title}</span>
					{count > 0 && (
						<span className="font-normal tabular-nums text-ink-faint">
							{formatNumber(count)}
							<span className="sr-only"> items</span>
						</span>
					)}
					{tokens !== undefined && (
						<span className="ml-auto pl-2 text-12 font-normal tabular-nums text-ink-faint">
							{formatNumber(tokens)}
							<span className="sr-only"> tokens</span>
						</span>
					)}
				</button>
			</h3>
			<ul id={body} hidden={!open} className="flex flex-col gap-0.5 pt-0.5 pb-1">
				{open && children}
			</ul>
		</section>
	);
}
