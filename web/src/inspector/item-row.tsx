import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, useEffect, useId, useRef } from "react";
import type { ContextItem, ContextPayload, ItemForm } from "../api/api.ts";
import { formatNumber } from "../design/format.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { Thumbs } from "../ratings/thumbs.tsx";
import type { ContextRatings } from "../ratings/use-ratings.ts";
import type { ContextWishes } from "./context-wishes.ts";
import { ItemDetails } from "./item-details.tsx";
import { describePath, nameItem } from "./read-context.ts";

interface ItemRowProps {
	readonly item: ContextItem;
	readonly open: boolean;
	readonly onToggle: () => void;
	/** Grows each time the item is opened from the answer, to bring it into view again. */
	readonly summons: number;
	readonly cited: number | null;
	/** Whether another person has written any of it. */
	readonly foreign: boolean;
	/** How it differs from the turn before; null when it does not. */
	readonly changed: string | null;
	readonly focus: ReadonlySet<string>;
	readonly payload: ContextPayload;
	readonly wishes: ContextWishes;
	/** Null for a draft: a context without an answer cannot be rated. */
	readonly ratings: ContextRatings | null;
}

const forms: Readonly<Record<ItemForm, string>> = {
	full: "Full: all of its text is in the prompt",
	clipped: "Clipped: the start of its text is in the prompt, and says how to get the rest",
	light: "Light: its main fields are in the prompt",
	title: "Title: one line is in the prompt",
};

export function ItemRow({
	item,
	open,
	onToggle,
	summons,
	cited,
	foreign,
	changed,
	focus,
	payload,
	wishes,
	ratings,
}: ItemRowProps) {
	const details = useId();
	const row = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (summons === 0) return;
		row.current?.scrollIntoView({ block: "nearest" });
		row.current?.querySelector("button")?.focus({ preventScroll: true });
	}, [summons]);

	return (
		<li ref={row} className={`group relative rounded-md ${open ? "bg-surface ring-1 ring-line" : ""}`}>
			<button
				type="button"
				aria-expanded={open}
				aria-controls={details}
				onClick={onToggle}
				className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
			>
				<KindIcon kind={item.kind} named />
				<span className="flex min-w-0 items-center gap-1.5 text-13">
					<span className="truncate">{nameItem(item)}</span>
					{cited !== null && (
						<span className="shrink-0 rounded-sm bg-accent-wash px-1 text-12 font-medium tabular-nums text-accent-ink">
							<span className="sr-only">cited as </span>
							{cited}
						</span>
					)}
					{foreign && <span className="shrink-0 text-12 text-ink-faint">by others</span>}
					{changed !== null && <span className="shrink-0 text-12 text-accent-ink">{changed}</span>}
				</span>
				<span className="flex items-baseline gap-2 text-12 text-ink-faint">
					<span title={forms[item.form]}>{item.form}</span>
					<span className="w-9 text-right tabular-nums">
						{formatNumber(item.tokens)}
						<span className="sr-only"> tokens</span>
					</span>
				</span>
				<span
					className={`col-span-2 col-start-2 min-w-0 text-12 text-ink-faint ${ratings === null ? "" : "pr-12 max-md:pr-18"}`}
				>
					<span className="sr-only">because </span>
					<ReasonChain item={item} focus={focus} />
				</span>
			</button>
			{ratings !== null && (
				<Thumbs
					ratings={ratings}
					item={item.blockId}
					upLabel={`Helped: ${nameItem(item)}`}
					down={{ verdict: "noise", label: `Noise: ${nameItem(item)}` }}
					className={`absolute top-7 right-1 max-md:top-5 ${ratings.verdictOf(item.blockId) === null ? "opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100" : ""}`}
				/>
			)}
			{open && <ItemDetails id={details} item={item} payload={payload} wishes={wishes} />}
		</li>
	);
}

/** Why an item is there: the path that led to it, or the collector's own words. */
function ReasonChain({ item, focus }: { readonly item: ContextItem; readonly focus: ReadonlySet<string> }) {
	const steps = describePath({ path: item.because.path, itemId: item.id, focus });
	const reason = { key: "reason", text: item.because.reason || item.because.collector, incoming: false };
	const words = steps.length > 1 ? steps : [reason];
	return (
		<span className="flex min-w-0 items-center gap-0.5">
			{words.map((word, position) => (
				<Fragment key={word.key}>
					{position > 0 && <Arrow incoming={word.incoming} />}
					<span className="min-w-0 truncate last:shrink-0 last:max-w-full">{word.text}</span>
				</Fragment>
			))}
		</span>
	);
}

function Arrow({ incoming }: { readonly incoming: boolean }) {
	const Icon = incoming ? ChevronLeft : ChevronRight;
	return <Icon role="img" aria-label={incoming ? "from" : "to"} size={11} className="shrink-0" />;
}
