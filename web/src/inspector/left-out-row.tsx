import { Pin } from "lucide-react";
import type { OmittedItem } from "../api.ts";
import type { Named } from "../chat/draft.ts";
import { formatNumber } from "../design/format-number.ts";
import { IconButton } from "../design/icon-button.tsx";
import { spellKey } from "../design/spell-key.ts";
import { KindIcon } from "../entities/kind-icon.tsx";

interface LeftOutRowProps {
	readonly item: OmittedItem;
	readonly onPin: (named: Named) => void;
}

const reasons: Readonly<Record<string, string>> = {
	budget: "Did not fit into the budget",
	limit: "Past the number this section may hold",
	not_found: "Not found, or not yours to read",
};

export function LeftOutRow({ item, onPin }: LeftOutRowProps) {
	const title = item.title ?? item.id;
	return (
		<li className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-md px-2 py-1 hover:bg-hover">
			<KindIcon kind={item.kind ?? "item"} named />
			<span className="min-w-0">
				<span className="block truncate text-13 text-ink-soft">{title}</span>
				<span className="block truncate text-12 text-ink-faint">
					{reasons[item.reason] ?? spellKey(item.reason)}
				</span>
			</span>
			<span className="text-12 tabular-nums text-ink-faint">
				{item.tokens === undefined ? "" : formatNumber(item.tokens)}
			</span>
			{item.reason === "not_found" ? (
				<span />
			) : (
				<IconButton
					icon={Pin}
					label={`Pin ${title} to the next question`}
					onClick={() => onPin({ id: item.id, kind: item.kind ?? "", title })}
				/>
			)}
		</li>
	);
}
