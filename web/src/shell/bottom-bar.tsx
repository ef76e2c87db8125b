import { ListTree, type LucideIcon, Search, SquarePen } from "lucide-react";
import { formatPercent } from "../design/format-number.ts";
import { budgetShare } from "../inspector/read-context.ts";
import type { DryRun } from "../inspector/use-dry-run.ts";

interface BottomBarProps {
	readonly dryRun: DryRun;
	readonly onFind: () => void;
	readonly onAsk: () => void;
	readonly onContext: () => void;
}

/** The phone's way to what stands beside the work on a desk. */
export function BottomBar({ dryRun, onFind, onAsk, onContext }: BottomBarProps) {
	const share = dryRun.payload === null ? "" : ` ${formatPercent(budgetShare(dryRun.payload))}`;
	return (
		<nav
			aria-label="Main"
			className="grid shrink-0 grid-cols-3 border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)]"
		>
			<BarButton icon={Search} label="Find" onClick={onFind} />
			<BarButton icon={SquarePen} label="New question" onClick={onAsk} />
			<BarButton icon={ListTree} label={`Context${share}`} onClick={onContext} />
		</nav>
	);
}

interface BarButtonProps {
	readonly icon: LucideIcon;
	readonly label: string;
	readonly onClick: () => void;
}

function BarButton({ icon: Icon, label, onClick }: BarButtonProps) {
	return (
		<button
			type="button"
			onClick={onClick}
			className="flex h-13 flex-col items-center justify-center gap-0.5 text-12 text-ink-soft"
		>
			<Icon aria-hidden size={18} strokeWidth={1.75} />
			{label}
		</button>
	);
}
