import { Outlet, useLocation } from "@tanstack/react-router";
import { type LucideIcon, Menu, Search, SquarePen } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Modal, Sheet } from "../design/dialogs.tsx";
import { Toasts } from "../design/notice.tsx";
import { nameShortcut, usePlainKey, useShortcut } from "../design/use-shortcut.ts";
import { EditsProvider } from "../entities/edits.tsx";
import { KindsProvider, useFindKind } from "../entities/use-kinds.ts";
// Part of the first script: loaded later, the keys typed right after the shortcut would go elsewhere.
import { CommandPalette } from "../palette/command-palette.tsx";
import { useGo } from "../route/use-go.ts";
import { PanelsProvider, usePanelState, usePanels } from "../route/use-panels.ts";
import { Navigation } from "./navigation.tsx";

/** Three columns on a wide screen; on a narrow one the page alone, with a bar below and the panels as sheets. */
export function Shell() {
	const panels = usePanels();
	const go = useGo();
	const kinds = useFindKind();
	const page = useRef<HTMLDivElement>(null);
	useArrival(page);
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
						<button
							type="button"
							onClick={() => page.current?.focus()}
							className="sr-only focus-visible:not-sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-60 focus-visible:rounded-md focus-visible:border focus-visible:border-line focus-visible:bg-surface focus-visible:px-3 focus-visible:py-1.5"
						>
							Skip to the page
						</button>
						<div className="flex min-h-0 flex-1">
							{panels.beside.navigation && (
								<div className="flex w-60 shrink-0 flex-col border-r border-line bg-sunken">{navigation}</div>
							)}
							{/* Stays mounted while pages change, so that the focus can move to the start of the new one. */}
							<div ref={page} tabIndex={-1} className="flex min-w-0 flex-1 outline-none">
								<Outlet />
							</div>
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

/** On another page the focus begins at its start, not at the navigation that led there. */
function useArrival(page: RefObject<HTMLElement | null>): void {
	const path = useLocation({ select: ({ pathname }) => pathname });
	const before = useRef(path);
	useEffect(() => {
		if (before.current === path) return;
		before.current = path;
		// A page that has set the focus itself keeps it.
		if (page.current?.contains(document.activeElement) !== true) page.current?.focus({ preventScroll: true });
	}, [path, page]);
}

/** On a phone, opens the panels that are columns on a wide screen. */
function BottomBar({ onFind }: { readonly onFind: () => void }) {
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

const shortcuts: readonly (readonly [string, string])[] = [
	[nameShortcut("k"), "Find, go to, create, link or ask: the palette"],
	[nameShortcut("j"), "New question"],
	[nameShortcut("b"), "Show or hide the navigation"],
	[
		nameShortcut("i"),
		"Show or hide the side panel: the context inspector, or on an entity the chat about it",
	],
	[nameShortcut("s"), "Save the text being edited"],
	["?", "This list"],
	["Enter", "Send the question; open what is chosen"],
	["Shift Enter", "A new line in the question"],
	["@", "In a question: name something"],
	["[[", "In a question: pin a note. In a text: link to something"],
	["↑ ↓", "Walk a list"],
	["Escape", "Close what is open"],
	[`${nameShortcut("").trim()} click`, "Open an entity on a page of its own"],
];

interface ShortcutsSheetProps {
	readonly open: boolean;
	readonly onClose: () => void;
}

function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
	return (
		<Modal open={open} onClose={onClose} title="Keyboard shortcuts">
			<dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-13">
				{shortcuts.map(([keys, what]) => (
					<div key={keys} className="contents">
						<dt>
							<kbd className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-sans text-12 text-ink-soft">
								{keys}
							</kbd>
						</dt>
						<dd className="text-ink-soft">{what}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
