import { X } from "lucide-react";
import type { CSSProperties } from "react";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useKinds } from "../entities/use-kinds.ts";
import type { Mention } from "./draft.ts";

interface MentionChipsProps {
	readonly mentions: readonly Mention[];
	readonly onRemove?: (mention: Mention) => void;
}

/** What a question names, in the hue of its kind. */
export function MentionChips({ mentions, onRemove }: MentionChipsProps) {
	const describe = useKinds();
	if (mentions.length === 0) return null;
	return (
		<ul aria-label="Pinned to this question" className="flex flex-wrap gap-1.5">
			{mentions.map((mention) => (
				<li
					key={mention.id}
					style={{ "--hue": describe(mention.kind).hue } as CSSProperties}
					className="hued inline-flex h-6 max-w-60 items-center gap-1 rounded-md bg-hue-wash px-1.5 text-12 text-hue-ink"
				>
					<KindIcon kind={mention.kind} size={13} named />
					<span className="truncate">{mention.title}</span>
					{onRemove !== undefined && (
						<button
							type="button"
							aria-label={`Remove ${mention.title}`}
							onClick={() => onRemove(mention)}
							className="-mr-1 grid size-5 place-items-center rounded-sm hover:bg-hover"
						>
							<X aria-hidden size={12} />
						</button>
					)}
				</li>
			))}
		</ul>
	);
}
