import { Pin, PinOff, X } from "lucide-react";
import type { CSSProperties } from "react";
import type { Mention } from "../conversation/draft.ts";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useKinds } from "../entities/use-kinds.ts";

interface MentionChipsProps {
	readonly mentions: readonly Mention[];
	readonly onRemove?: (mention: Mention) => void;
	readonly onKeep?: (mention: Mention) => void;
}

const chipButton = "grid size-5 shrink-0 place-items-center rounded-sm hover:bg-hover max-md:size-7";

/** The entities a question mentions, in the hue of their kind; a pressed pin keeps one for the whole chat. */
export function MentionChips({ mentions, onRemove, onKeep }: MentionChipsProps) {
	const describe = useKinds();
	if (mentions.length === 0) return null;
	return (
		<ul aria-label="Pinned to this question" className="flex flex-wrap gap-1.5">
			{mentions.map((mention) => {
				const kept = mention.lifetime === "chat";
				const Icon = kept ? Pin : PinOff;
				return (
					<li
						key={mention.id}
						style={{ "--hue": describe(mention.kind).hue } as CSSProperties}
						className="hued inline-flex h-6 max-w-72 items-center gap-1 rounded-md bg-hue-wash px-1.5 text-12 text-hue-ink max-md:h-8"
					>
						<KindIcon kind={mention.kind} size={13} named />
						<span className="truncate">{mention.title}</span>
						{onKeep !== undefined && (
							<button
								type="button"
								aria-label={describeLifetime(mention)}
								title={describeLifetime(mention)}
								onClick={() => onKeep(mention)}
								className={`${chipButton} w-auto grid-flow-col gap-0.5 px-0.5`}
							>
								<Icon aria-hidden size={11} />
								<span aria-hidden="true">{kept ? "chat" : "once"}</span>
							</button>
						)}
						{onRemove !== undefined && (
							<button
								type="button"
								aria-label={`Remove ${mention.title}`}
								onClick={() => onRemove(mention)}
								className={`${chipButton} -mr-1`}
							>
								<X aria-hidden size={12} />
							</button>
						)}
					</li>
				);
			})}
		</ul>
	);
}

const describeLifetime = ({ title, lifetime }: Mention): string =>
	lifetime === "chat"
		? `chat: ${title} stays for the whole chat. Press to have it go with this message alone`
		: `once: ${title} goes with this message. Press to keep it for the whole chat`;
