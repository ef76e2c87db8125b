import { ChevronLeft, ChevronRight, CircleSlash, Crosshair, Pin } from "lucide-react";
import { type CSSProperties, Fragment, type ReactNode, useEffect, useId, useRef } from "react";
import type { ContextItem, ContextPayload, ItemForm, ScoreParts } from "../../../src/client/context-calls.ts";
import { TextButton } from "../design/buttons.tsx";
import { formatNumber } from "../design/format.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { Thumbs } from "../ratings/thumbs.tsx";
import type { ContextRatings } from "../ratings/use-ratings.ts";
import type { ContextWishes } from "./context-wishes.ts";
import { describePath, isBlock, listBeaten, nameItem } from "./read-context.ts";

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

type ItemDetailsProps = Pick<ItemRowProps, "item" | "payload" | "wishes"> & { readonly id: string };

/** An item in full: its exact text, why it is there, what it displaced, and the actions on it. */
function ItemDetails({ id, item, payload, wishes }: ItemDetailsProps) {
	const beaten = listBeaten(payload, item);
	const { kind, title } = item;
	const name = nameItem(item);
	const block = isBlock(item) && { block: { id: item.blockId, text: name } };
	return (
		<div id={id} className="flex flex-col gap-3 px-2 pt-1 pb-3">
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
			{beaten.length > 0 && (
				<div className="text-12">
					<p className="text-ink-faint">Came before</p>
					<ul className="pt-0.5">
						{beaten.map((other) => (
							<li key={other.id} className="flex items-center gap-1.5 py-0.5 text-ink-soft">
								<KindIcon kind={other.kind} size={12} />
								<span className="min-w-0 flex-1 truncate">{other.title}</span>
								<span className="shrink-0 text-ink-faint">{other.fate}</span>
							</li>
						))}
					</ul>
				</div>
			)}
			<div className="flex flex-wrap gap-1.5">
				<TextButton onClick={() => wishes.onFocus({ id: item.id, kind, title, ...block })}>
					<Crosshair aria-hidden size={13} /> Ask about this
				</TextButton>
				<TextButton onClick={() => wishes.onPin(item)}>
					<Pin aria-hidden size={13} /> Pin
				</TextButton>
				<TextButton onClick={() => wishes.onExclude({ id: item.blockId, kind, title: name })}>
					<CircleSlash aria-hidden size={13} /> Leave out
				</TextButton>
			</div>
			{item.ref !== undefined && (
				<EntityLink
					entity={{ ref: item.ref, kind: item.kind, title: item.title }}
					className="flex min-w-0 items-center gap-1.5 rounded-sm text-12 text-accent-ink hover:underline"
				>
					Open {item.title}
				</EntityLink>
			)}
		</div>
	);
}

const parts: readonly { readonly key: keyof ScoreParts; readonly label: string; readonly means: string }[] = [
	{ key: "semantic", label: "Match", means: "How well it answers the words and meaning of the question" },
	{ key: "structural", label: "Closeness", means: "How few links it is away from the focus" },
	{ key: "recency", label: "Recency", means: "How recently it changed" },
	{ key: "typeMatch", label: "Kind", means: "Whether the question asks for this kind of thing" },
	{ key: "userAffinity", label: "Yours", means: "Whether it is yours, or you worked on it" },
];

/** The five parts of an item's score. */
function ScoreBars({ scores }: { readonly scores: ScoreParts }) {
	return (
		<dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-2.5 gap-y-1 text-12">
			{parts.map(({ key, label, means }) => (
				<div key={key} className="contents">
					<dt title={means} className="text-ink-soft">
						{label}
					</dt>
					<dd aria-hidden="true" className="h-1.5 overflow-hidden rounded-sm bg-hover">
						<span
							className="block h-full rounded-sm bg-accent"
							style={{ width: `${Math.min(1, Math.max(0, scores[key] ?? 0)) * 100}%` }}
						/>
					</dd>
					<dd className="text-right tabular-nums text-ink-faint">{(scores[key] ?? 0).toFixed(2)}</dd>
				</div>
			))}
		</dl>
	);
}

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
