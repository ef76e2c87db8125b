import { PanelLeftClose, Search, SquarePen } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import type { Entity, Me } from "../api.ts";
import { IconButton } from "../design/icon-button.tsx";
import { useDebounced } from "../design/use-debounced.ts";
import { nameShortcut } from "../design/use-shortcut.ts";
import { EntityRow } from "../entities/entity-row.tsx";
import { useEntities } from "../entities/use-entities.ts";
import { Mark } from "./mark.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

interface NavigationProps {
	readonly me: Me;
	readonly activeId: string | null;
	readonly searchRef: RefObject<HTMLInputElement | null>;
	readonly onOpen: (entity: Entity) => void;
	readonly onNewQuestion: () => void;
	readonly onClose: () => void;
}

const projectLimit = 20;
const recentLimit = 12;
const foundLimit = 30;
const settleAfter = 150;

export function Navigation({ me, activeId, searchRef, onOpen, onNewQuestion, onClose }: NavigationProps) {
	const [query, setQuery] = useState("");
	const searching = query.trim() !== "";
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
					onClick={onClose}
				/>
			</header>
			<div className="flex flex-col gap-1 px-2 pb-2">
				<label className="flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-2 text-ink-faint focus-within:border-accent">
					<Search aria-hidden size={14} />
					<span className="sr-only">Find in the workspace</span>
					<input
						ref={searchRef}
						type="search"
						data-row
						value={query}
						onChange={(event) => setQuery(event.target.value)}
						onKeyDown={(event) => {
							if (event.key === "Escape") setQuery("");
							if (event.key === "Enter" && searching) openFirst(event);
						}}
						placeholder="Find"
						className="min-w-0 flex-1 bg-transparent text-13 text-ink outline-none placeholder:text-ink-faint max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
					/>
					<kbd className="font-sans text-12 max-md:hidden">{nameShortcut("k")}</kbd>
				</label>
				<button
					type="button"
					onClick={onNewQuestion}
					className="flex h-8 items-center gap-2 rounded-md px-2 text-left text-13 text-ink-soft hover:bg-hover hover:text-ink"
				>
					<SquarePen aria-hidden size={15} strokeWidth={1.75} />
					<span className="flex-1">New question</span>
					<kbd className="font-sans text-12 text-ink-faint max-md:hidden">{nameShortcut("j")}</kbd>
				</button>
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
				{searching ? (
					<Found query={query.trim()} activeId={activeId} onOpen={onOpen} />
				) : (
					<Browse activeId={activeId} onOpen={onOpen} />
				)}
			</div>
			<footer className="flex h-12 shrink-0 items-center gap-2 border-t border-line pr-2 pl-4">
				<span className="min-w-0 flex-1">
					<span className="block truncate text-13">{me.display_name}</span>
					<span className="block truncate text-12 text-ink-faint">
						{me.model?.id ?? "No model configured"}
					</span>
				</span>
				<ThemeToggle />
			</footer>
		</nav>
	);
}

interface ListProps {
	readonly activeId: string | null;
	readonly onOpen: (entity: Entity) => void;
}

function Browse(list: ListProps) {
	const projects = useEntities({ kind: "project", limit: projectLimit });
	const recent = useEntities({ limit: recentLimit });
	const listed = new Set(projects.data?.entities.map((project) => project.id));
	return (
		<>
			<Rows title="Projects" entities={projects.data?.entities ?? []} {...list}>
				<Standing query={projects} empty="No projects yet." />
			</Rows>
			<Rows
				title="Recent"
				entities={recent.data?.entities.filter((entity) => !listed.has(entity.id)) ?? []}
				{...list}
			>
				<Standing query={recent} empty="Nothing has changed yet." />
			</Rows>
		</>
	);
}

interface StandingProps {
	readonly query: ReturnType<typeof useEntities>;
	readonly empty: string;
}

/** What stands in for a list that is on its way, failed or empty. */
function Standing({ query: { data, isPending, isError }, empty }: StandingProps) {
	if (isPending) return <div className="skeleton mx-2 h-20" />;
	if (isError)
		return <p className="px-2 text-12 text-ink-faint">Could not be loaded. Reload to try again.</p>;
	if (data.entities.length === 0) return <p className="px-2 text-12 text-ink-faint">{empty}</p>;
	return null;
}

function Found({ query, ...list }: ListProps & { readonly query: string }) {
	const settled = useDebounced(query, settleAfter);
	const { data, isError } = useEntities({ q: settled, limit: foundLimit });
	const entities = data?.entities ?? [];
	return (
		<Rows title={data === undefined ? "Finding" : `Found ${data.total}`} entities={entities} {...list}>
			{isError && <p className="px-2 text-12 text-ink-faint">The search failed. Type again to retry.</p>}
			{data !== undefined && entities.length === 0 && (
				<p className="px-2 text-12 text-ink-faint">
					Nothing by these words. Ask it as a question: meaning and links are searched there.
				</p>
			)}
		</Rows>
	);
}

interface RowsProps extends ListProps {
	readonly title: string;
	readonly entities: readonly Entity[];
	readonly children: ReactNode;
}

function Rows({ title, entities, activeId, onOpen, children }: RowsProps) {
	return (
		<section aria-label={title} className="pt-3">
			<h2 className="px-2 pb-1 text-12 font-medium text-ink-faint" aria-live="polite">
				{title}
			</h2>
			{children}
			<ul>
				{entities.map((entity) => (
					<li key={entity.id}>
						<EntityRow entity={entity} size="line" active={entity.id === activeId} onOpen={onOpen} />
					</li>
				))}
			</ul>
		</section>
	);
}

/** Enter in the search box opens the best find. */
function openFirst(event: KeyboardEvent<HTMLElement>) {
	event.currentTarget.closest("nav")?.querySelector<HTMLElement>("button[data-row]")?.click();
}

/** Arrow keys walk the navigation from the search box down. */
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
