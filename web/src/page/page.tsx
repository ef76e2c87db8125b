import { useLocation, useSearch } from "@tanstack/react-router";
import { PanelLeftOpen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { IconButton } from "../design/buttons.tsx";
import { Sheet } from "../design/dialogs.tsx";
import { ResizeHandle } from "../design/resize-handle.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { useStoredState } from "../design/use-stored-state.ts";
import { useGo } from "../route/use-go.ts";
import { usePageTitle } from "../route/use-page-title.ts";
import { type PanelName, usePanelState } from "../route/use-panels.ts";

const EntityBeside = lazy(() =>
	import("../entities/entity-beside.tsx").then((module) => ({ default: module.EntityBeside })),
);

/** A side panel that a page brings itself. */
export interface SidePanel {
	readonly panel: Exclude<PanelName, "navigation">;
	readonly label: string;
	readonly content: ReactNode;
}

interface ColumnsProps {
	readonly children: ReactNode;
	/** An entity opened in the side panel is shown instead of it. */
	readonly side?: SidePanel | undefined;
}

const usualWidth = 360;

/** The page with its side panel; on a narrow screen the panel is a sheet over it. */
export function Columns({ children, side }: ColumnsProps) {
	const panels = usePanelState();
	const go = useGo();
	const { beside } = useSearch({ strict: false });
	const [width, setWidth] = useStoredState("inspector-width", usualWidth);
	const entity = beside !== undefined && (
		<Suspense fallback={<div className="skeleton m-4 h-40" />}>
			<EntityBeside key={beside} reference={beside} />
		</Suspense>
	);
	const shown = entity || (side !== undefined && panels.beside[side.panel] && side.content);
	return (
		<>
			<main className="flex min-w-0 flex-1 flex-col">{children}</main>
			{panels.roomBeside && shown && (
				<aside
					id="side"
					aria-label={entity ? "Entity" : side?.label}
					style={{ width }}
					className="relative flex shrink-0 flex-col border-l border-line"
				>
					<ResizeHandle controls="side" width={width} onResize={setWidth} />
					{shown}
				</aside>
			)}
			<Sheet
				open={!panels.roomBeside && entity !== false}
				onClose={go.closeBeside}
				label="Entity"
				side={panels.phone ? "bottom" : "right"}
			>
				{entity}
			</Sheet>
			{side !== undefined && (
				<Sheet
					open={panels.sheet === side.panel}
					onClose={() => panels.hide(side.panel)}
					label={side.label}
					side={panels.phone ? "bottom" : "right"}
				>
					{side.content}
				</Sheet>
			)}
		</>
	);
}

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

interface PageTabsProps {
	readonly label: string;
	/** Links in `tabLook`. */
	readonly children: ReactNode;
}

export const tabLook =
	"flex h-8 shrink-0 items-center rounded-md px-2.5 text-13 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The tabs of a page; where they do not fit, the present one is scrolled into view. */
export function PageTabs({ label, children }: PageTabsProps) {
	const tabs = useRef<HTMLElement>(null);
	const path = useLocation({ select: ({ pathname }) => pathname });
	useEffect(() => {
		const links = [...(tabs.current?.querySelectorAll("a") ?? [])];
		const current = links.find(({ pathname }) => pathname === path);
		current?.scrollIntoView({ block: "nearest", inline: "center" });
	}, [path]);
	return (
		<nav ref={tabs} aria-label={label} className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-1">
			{children}
		</nav>
	);
}

interface ScrollPageProps {
	readonly title: string;
	/** The actions of the page, at the right of its top line. */
	readonly actions?: ReactNode;
	/** The distance between the parts, and what else sets this page apart. */
	readonly className: string;
	readonly children: ReactNode;
}

/** A page of one column that scrolls under its top line. */
export function ScrollPage({ title, actions, className, children }: ScrollPageProps) {
	usePageTitle(title);
	return (
		<Columns>
			<PageHeader>
				{actions && (
					<>
						<span className="flex-1" />
						{actions}
					</>
				)}
			</PageHeader>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className={`mx-auto flex max-w-3xl flex-col px-6 pb-16 max-md:px-4 ${className}`}>
					{children}
				</div>
			</div>
		</Columns>
	);
}
