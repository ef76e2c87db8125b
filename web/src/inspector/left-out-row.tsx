import { Pin } from "lucide-react";
import type { OmittedItem } from "../api/api.ts";
import type { Named } from "../conversation/draft.ts";
import { IconButton } from "../design/icon-button.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";

interface LeftOutRowProps {
	readonly item: OmittedItem;
	readonly onPin: (named: Named) => void;
}

const reasons: Readonly<Record<OmittedItem["reason"], string>> = {
	budget: "Did not fit into the budget",
	limit: "Past the number this section may hold",
	relevance: "Far below the best match",
	not_found: "Not found, or not yours to read",
};

export function LeftOutRow({ item, onPin }: LeftOutRowProps) {
	const title = item.title ?? item.id;
	return (
		<li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1 hover:bg-hover">
			<KindIcon kind={item.kind ?? "item"} named />
			<span className="min-w-0">
				<span className="block truncate text-13 text-ink-soft">{title}</span>
				<span className="block truncate text-12 text-ink-faint">{reasons[item.reason]}</span>
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
