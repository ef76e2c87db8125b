import { type LucideIcon, Menu, Search, SquarePen } from "lucide-react";
import { usePanelState } from "../route/panels-context.ts";
import { useGo } from "../route/use-go.ts";

/** On a phone, opens the panels that are columns on a wide screen. */
export function BottomBar({ onFind }: { readonly onFind: () => void }) {
	const panels = usePanelState();
	const go = useGo();
	return (
		<nav
			aria-label="Main"
			className="grid shrink-0 grid-cols-3 border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)]"
		>
			<BarButton icon={Menu} label="Menu" onClick={() => panels.show("navigation")} />
			<BarButton icon={Search} label="Find" onClick={onFind} />
			<BarButton icon={SquarePen} label="New question" onClick={() => go.ask()} />
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
