import { Link } from "@tanstack/react-router";
import {
	CircleHelp,
	History,
	Inbox,
	type LucideIcon,
	Monitor,
	Moon,
	PanelLeftClose,
	Search,
	Settings,
	Shapes,
	SquarePen,
	StickyNote,
	Sun,
	TextSearch,
	Trash2,
} from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { IconButton } from "../design/buttons.tsx";
import { Mark } from "../design/mark.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { EntityLink } from "../entities/entity-link.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useEntities } from "../entities/use-entities.ts";
import { useApprovals } from "../inbox/use-approvals.ts";
import { useGo } from "../route/use-go.ts";
import { useMe } from "../route/use-me.ts";
import { usePanelState } from "../route/use-panels.ts";
import { useTheme } from "../route/use-theme.ts";
import { Tour } from "./tour.tsx";

interface NavigationProps {
	readonly onFind: () => void;
	readonly onShortcuts: () => void;
}

const projectLimit = 20;
const recentLimit = 8;
const chatLimit = 8;
const rowLook =
	"flex h-7 w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-13 text-ink-soft hover:bg-hover hover:text-ink max-md:h-10 aria-[current=page]:bg-accent-wash aria-[current=page]:text-ink";

export function Navigation({ onFind, onShortcuts }: NavigationProps) {
	const me = useMe();
	const go = useGo();
	const panels = usePanelState();
	return (
		<nav aria-label="Workspace" className="flex min-h-0 flex-1 flex-col" onKeyDown={moveBetweenRows}>
			<header className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
				<Mark />
				<span className="min-w-0 flex-1 truncate font-semibold" title={me.workspace.name}>
					{me.workspace.name}
				</span>
				<IconButton
					icon={PanelLeftClose}
					label="Hide the navigation"
					shortcut={nameShortcut("b")}
					onClick={() => panels.hide("navigation")}
				/>
			</header>
			<div className="flex flex-col gap-0.5 px-2 pb-2">
				<ActionRow icon={Search} label="Find or do" shortcut={nameShortcut("k")} onAct={onFind} />
				<ActionRow
					icon={SquarePen}
					label="New question"
					shortcut={nameShortcut("j")}
					onAct={() => {
						panels.hideSheets();
						go.ask();
					}}
				/>
				<InboxRow />
				<PlaceRow icon={TextSearch} label="Search" to="/search" />
				<PlaceRow icon={StickyNote} label="Notes" to="/notes" />
				<PlaceRow icon={Shapes} label="Types" to="/kinds" />
				<PlaceRow icon={History} label="Activity" to="/activity" />
				<PlaceRow icon={Trash2} label="Trash" to="/trash" />
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
				<Projects />
				<Chats />
				<Recent />
			</div>
			<Tour />
			<footer className="flex h-12 shrink-0 items-center gap-0.5 border-t border-line pr-2 pl-2">
				<Link
					to="/settings/profile"
					search={{}}
					onClick={panels.hideSheets}
					className="min-w-0 flex-1 rounded-md px-2 py-1 hover:bg-hover"
				>
					<span className="block truncate text-13">{me.display_name}</span>
					<span className="block truncate text-12 text-ink-faint">{me.model?.id ?? "No model yet"}</span>
				</Link>
				<IconButton icon={CircleHelp} label="Keyboard shortcuts" shortcut="?" onClick={onShortcuts} />
				<Link
					to="/settings"
					search={{}}
					aria-label="Settings"
					title="Settings"
					onClick={panels.hideSheets}
					className="grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
				>
					<Settings aria-hidden size={16} strokeWidth={1.75} />
				</Link>
				<ThemeToggle />
			</footer>
		</nav>
	);
}

interface ActionRowProps {
	readonly icon: LucideIcon;
	readonly label: string;
	readonly shortcut: string;
	readonly onAct: () => void;
}

function ActionRow({ icon: Icon, label, shortcut, onAct }: ActionRowProps) {
	return (
		<button type="button" data-row onClick={onAct} className={rowLook}>
			<Icon aria-hidden size={15} strokeWidth={1.75} />
			<span className="flex-1">{label}</span>
			<kbd className="font-sans text-12 text-ink-faint max-md:hidden">{shortcut}</kbd>
		</button>
	);
}

interface PlaceRowProps {
	readonly icon: LucideIcon;
	readonly label: string;
	readonly to: "/notes" | "/kinds" | "/inbox" | "/search" | "/activity" | "/trash";
	/** How many decisions wait there. */
	readonly waiting?: number;
}

function InboxRow() {
	const waiting = useApprovals().data?.length ?? 0;
	return <PlaceRow icon={Inbox} label="Inbox" to="/inbox" waiting={waiting} />;
}

function PlaceRow({ icon: Icon, label, to, waiting = 0 }: PlaceRowProps) {
	return (
		<Link to={to} search={{}} {...useRowProps()}>
			<Icon aria-hidden size={15} strokeWidth={1.75} />
			<span className="flex-1">{label}</span>
			{waiting > 0 && (
				<span className="rounded-sm bg-accent-wash px-1.5 text-12 font-medium text-accent-ink tabular-nums">
					{waiting}
					<span className="sr-only"> waiting</span>
				</span>
			)}
		</Link>
	);
}

/** The props of a row: on a phone, pressing it closes the navigation. */
function useRowProps() {
	const { hideSheets } = usePanelState();
	return { "data-row": true, onClick: hideSheets, className: rowLook };
}

function Projects() {
	const projects = useEntities({ kind: "project", limit: projectLimit });
	const row = useRowProps();
	return (
		<Section title="Projects" query={projects} empty="No projects yet.">
			{projects.data?.entities.map(({ id, ref, kind, title }) => (
				<li key={id}>
					<Link to="/projects/$ref/overview" params={{ ref }} search={{}} title={title} {...row}>
						<KindIcon kind={kind} named />
						<span className="min-w-0 flex-1 truncate">{title}</span>
					</Link>
				</li>
			))}
		</Section>
	);
}

function Chats() {
	const chats = useRead(["chats"], skein.chats.list);
	const row = useRowProps();
	if (chats.data?.length === 0) return null;
	return (
		<Section title="Chats" query={chats} empty="">
			{chats.data?.slice(0, chatLimit).map(({ id, title }) => (
				<li key={id}>
					<Link to="/chats/$id" params={{ id }} search={{}} title={title} {...row}>
						<span className="min-w-0 flex-1 truncate">{title === "" ? "A question" : title}</span>
					</Link>
				</li>
			))}
			{(chats.data?.length ?? 0) > chatLimit && (
				<li>
					<Link to="/chats" search={{}} activeOptions={{ exact: true }} {...row}>
						All chats
					</Link>
				</li>
			)}
		</Section>
	);
}

function Recent() {
	const recent = useEntities({ limit: recentLimit });
	const { hideSheets } = usePanelState();
	// Projects have a section of their own, right above.
	const entities = recent.data?.entities.filter(({ id, project_id: project }) => id !== project) ?? [];
	return (
		<Section title="Recent" query={recent} empty="Nothing has changed yet.">
			{entities.map((entity) => (
				<li key={entity.id}>
					<EntityLink data-row entity={entity} onOpened={hideSheets} className={rowLook} />
				</li>
			))}
		</Section>
	);
}

interface SectionProps {
	readonly title: string;
	readonly query: { readonly isPending: boolean; readonly isError: boolean; readonly data?: unknown };
	readonly empty: string;
	readonly children: ReactNode;
}

function Section({ title, query: { isPending, isError }, empty, children }: SectionProps) {
	const none = Array.isArray(children) && children.length === 0;
	return (
		<section aria-label={title} className="pt-3">
			<h2 className="px-2 pb-1 text-12 font-medium text-ink-faint">{title}</h2>
			{isPending && <div className="skeleton mx-2 h-20" />}
			{isError && <p className="px-2 text-12 text-ink-faint">Could not be loaded. Reload to try again.</p>}
			{none && <p className="px-2 text-12 text-ink-faint">{empty}</p>}
			<ul>{children}</ul>
		</section>
	);
}

/** Arrow keys move through the navigation. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined) return;
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
	const from = rows.findIndex((row) => row.contains(document.activeElement));
	const to = rows[from + step];
	if (from === -1 || to === undefined) return;
	event.preventDefault();
	to.focus();
}

const themes = {
	system: { icon: Monitor, next: "light" },
	light: { icon: Sun, next: "dark" },
	dark: { icon: Moon, next: "system" },
} as const;

function ThemeToggle() {
	const [theme, setTheme] = useTheme();
	const { icon, next } = themes[theme];
	return (
		<IconButton icon={icon} label={`Theme: ${theme}. Change to ${next}`} onClick={() => setTheme(next)} />
	);
}
