import { CircleSlash, Crosshair, Pin } from "lucide-react";
import type { ContextItem, ContextPayload, ScoreParts } from "../api/api.ts";
import { TextButton } from "../design/buttons.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import type { ContextWishes } from "./context-wishes.ts";
import { isBlock, listBeaten, nameItem } from "./read-context.ts";

interface ItemDetailsProps {
	readonly id: string;
	readonly item: ContextItem;
	readonly payload: ContextPayload;
	readonly wishes: ContextWishes;
}

/** An item in full: its exact text, why it is there, what it displaced, and the actions on it. */
export function ItemDetails({ id, item, payload, wishes }: ItemDetailsProps) {
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
