import { PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../design/buttons.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { usePanelState } from "../route/use-panels.ts";

/** The top line of a page: a button for a hidden navigation, where there is one, and the actions of the page. */
export function PageHeader({ children }: { readonly children?: ReactNode }) {
	const panels = usePanelState();
	const bare = children === undefined || children === null;
	return (
		<header
			className={`flex h-12 shrink-0 items-center gap-1 px-2 ${bare ? "max-md:hidden" : "max-md:px-3"}`}
		>
			{!panels.beside.navigation && !panels.phone && (
				<IconButton
					icon={PanelLeftOpen}
					label="Show the navigation"
					shortcut={nameShortcut("b")}
					onClick={() => panels.show("navigation")}
				/>
			)}
			{children}
		</header>
	);
}
