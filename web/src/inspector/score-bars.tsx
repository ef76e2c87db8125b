import type { ScoreParts } from "../api/api.ts";

const parts: readonly { readonly key: keyof ScoreParts; readonly label: string; readonly means: string }[] = [
	{ key: "semantic", label: "Match", means: "How well it answers the words and meaning of the question" },
	{ key: "structural", label: "Closeness", means: "How few links away from the focus it stands" },
	{ key: "recency", label: "Recency", means: "How recently it changed" },
	{ key: "typeMatch", label: "Kind", means: "Whether the question asks for this kind of thing" },
	{ key: "userAffinity", label: "Yours", means: "Whether it is yours, or you worked on it" },
];

/** The five parts of an item's score. */
export function ScoreBars({ scores }: { readonly scores: ScoreParts }) {
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
