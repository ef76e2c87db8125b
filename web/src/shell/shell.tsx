import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { Sheet } from "../design/sheet.tsx";
import { Toasts } from "../design/toasts.tsx";
import { useShortcut } from "../design/use-shortcut.ts";
import { EditsProvider } from "../entities/edits.tsx";
import { KindsProvider, useFindKind } from "../entities/use-kinds.ts";
// Part of the first script: what is typed right after the shortcut would go elsewhere while it was on its way.
import { CommandPalette } from "../palette/command-palette.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { Navigation } from "./navigation.tsx";
import { PanelsProvider } from "./panels-context.ts";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";
import { useGo } from "./use-go.ts";
import { usePanels } from "./use-panels.ts";
import { usePlainKey } from "./use-plain-key.ts";

/** Three columns on a desk; on a narrow screen the work alone, with a bar below and the panels as sheets. */
export function Shell() {
	const panels = usePanels();
	const go = useGo();
	const kinds = useFindKind();
	const [palette, setPalette] = useState(false);
	const [shortcuts, setShortcuts] = useState(false);
	useShortcut("k", () => setPalette(true));
	useShortcut("j", () => go.ask());
	useShortcut("b", () => panels.toggle("navigation"));
	usePlainKey("?", () => setShortcuts(true));

	function find() {
		panels.hideSheets();
		setPalette(true);
	}
	const navigation = <Navigation onFind={find} onShortcuts={() => setShortcuts(true)} />;
	return (
		<KindsProvider value={kinds}>
			<PanelsProvider value={panels}>
				<EditsProvider>
					<div className="flex h-dvh flex-col">
						<div className="flex min-h-0 flex-1">
							{panels.navigationBeside && (
								<div className="flex w-60 shrink-0 flex-col border-r border-line bg-sunken">{navigation}</div>
							)}
							<Outlet />
						</div>
						{panels.phone && <BottomBar onFind={find} />}
						<Sheet
							open={panels.sheet === "navigation"}
							onClose={() => panels.hide("navigation")}
							label="Navigation"
							side="left"
						>
							{navigation}
						</Sheet>
					</div>
					{palette && <CommandPalette onClose={() => setPalette(false)} />}
					<ShortcutsSheet open={shortcuts} onClose={() => setShortcuts(false)} />
					<Toasts />
				</EditsProvider>
			</PanelsProvider>
		</KindsProvider>
	);
}
