import { Crosshair } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ContextItem, ItemForm } from "../api.ts";
import { formatNumber } from "../design/format-number.ts";
import { TextButton } from "../design/text-button.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { ReasonChain } from "./reason-chain.tsx";
import { ScoreBars } from "./score-bars.tsx";

interface ItemRowProps {
	readonly item: ContextItem;
	readonly open: boolean;
	readonly onToggle: () => void;
	/** Counts up each time the item is called up from the answer, to bring it into view again. */
	readonly summons: number;
	readonly cited: number | null;
	readonly fresh: boolean;
	readonly focus: ReadonlySet<string>;
	readonly onFocus: (item: ContextItem) => void;
}

const forms: Readonly<Record<ItemForm, string>> = {
	full: "Full: all of its text is in the prompt",
	clipped: "Clipped: the start of its text is in the prompt, and says how to get the rest",
	light: "Light: its main fields are in the prompt",
	title: "Title: one line is in the prompt",
};

export function ItemRow({ item, open, onToggle, summons, cited, fresh, focus, onFocus }: ItemRowProps) {
	const details = useId();
	const row = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (summons === 0) return;
		row.current?.scrollIntoView({ block: "nearest" });
		row.current?.querySelector("button")?.focus({ preventScroll: true });
	}, [summons]);

	return (
		<li ref={row} className={`rounded-md ${open ? "bg-surface ring-1 ring-line" : ""}`}>
			<button
				type="button"
				aria-expanded={open}
				aria-controls={details}
				onClick={onToggle}
				className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
			>
				<KindIcon kind={item.kind} named />
				<span className="flex min-w-0 items-center gap-1.5 text-13">
					<span className="truncate">{item.title}</span>
					{cited !== null && (
						<span className="shrink-0 rounded-sm bg-accent-wash px-1 text-12 font-medium tabular-nums text-accent-ink">
							<span className="sr-only">cited as </span>
							{cited}
						</span>
					)}
					{fresh && <span className="shrink-0 text-12 text-accent-ink">new</span>}
				</span>
				<span className="flex items-baseline gap-2 text-12 text-ink-faint">
					<span title={forms[item.form]}>{item.form}</span>
					<span className="w-9 text-right tabular-nums">
						{formatNumber(item.tokens)}
						<span className="sr-only"> tokens</span>
					</span>
				</span>
				<span className="col-span-2 col-start-2 min-w-0 text-12 text-ink-faint">
					<span className="sr-only">because </span>
					<ReasonChain item={item} focus={focus} />
				</span>
			</button>
			{open && (
				<div id={details} className="flex flex-col gap-3 px-2 pt-1 pb-3">
					<pre className="rounded-md border border-line bg-sunken p-2.5 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
						{item.content}
					</pre>
					<p className="text-12 text-ink-soft">
						{item.because.reason}
						<span className="text-ink-faint">
							{" "}
							· found by {item.because.collector} · relevance {item.relevance.toFixed(2)}
						</span>
					</p>
					<ScoreBars scores={item.because.scores} />
					<div>
						<TextButton onClick={() => onFocus(item)}>
							<Crosshair aria-hidden size={13} /> Ask about this
						</TextButton>
					</div>
				</div>
			)}
		</li>
	);
}
