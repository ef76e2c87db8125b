import {
	type AnyRoute,
	createRootRoute,
	createRoute,
	createRouter,
	Link,
	lazyRouteComponent,
	Navigate,
	type RouteComponent,
	useLocation,
	useParams,
} from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { TextButton } from "../design/buttons.tsx";
import { Notice } from "../design/notice.tsx";
import { PageHeader } from "../page/page.tsx";
import { Shell } from "./shell.tsx";

// Requested with the first script, not by the first drawing: home waits for it.
const loaded = import("../chat/chat-page.tsx");
const ChatPage = lazy(() => loaded.then((module) => ({ default: module.ChatPage })));

/** Home and every chat: one page, which starts fresh with each new question. */
function ChatRoute() {
	const { id } = useParams({ strict: false });
	const fresh = useLocation({ select: (location) => location.state.fresh });
	return (
		<Suspense fallback={<PageSkeleton />}>
			<ChatPage key={fresh ?? "first"} chatId={id ?? null} />
		</Suspense>
	);
}

function MissingPage() {
	return (
		<main className="flex min-w-0 flex-1 flex-col">
			<PageHeader />
			<div className="flex max-w-md flex-col gap-3 p-6">
				<h1 className="text-20 font-semibold tracking-tight">There is nothing at this address</h1>
				<p className="text-ink-soft">
					It may have been removed, or it is not shared with you. Nothing of yours was changed.
				</p>
				<Link to="/" search={{}} className="text-accent-ink underline underline-offset-2">
					Ask or find anything
				</Link>
			</div>
		</main>
	);
}

/** A page that could not be drawn: most often a script that a newer version of the app has replaced. */
function FailedPage({ error }: { readonly error: unknown }) {
	return (
		<main className="min-w-0 flex-1 p-6">
			<Notice
				tone="bad"
				title="This page could not be shown"
				action={<TextButton onClick={() => location.reload()}>Load it again</TextButton>}
			>
				Nothing was lost. {error instanceof Error ? error.message : ""}
			</Notice>
		</main>
	);
}

/** The parameters in the query of a page's address. All of them are text, so that a ref of digits stays a ref. */
const names = [
	/** The entity shown in the side panel. */
	"beside",
	/** The focus of a new question, and which paragraph of it. */
	"about",
	"block",
	/** The first words of a question, or the words to search for. */
	"q",
	/** "yes" searches for the words as they are written. */
	"exact",
	"kind",
	/** Whose changes, and of which project, the activity shows. */
	"person",
	"project",
	"state",
	"sort",
	"signin",
] as const;

type PageSearch = { readonly [name in (typeof names)[number]]?: string };

function checkPageSearch(search: Record<string, unknown>): PageSearch {
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = search[name];
			return typeof value === "string" && value !== "" ? [[name, value]] : [];
		}),
	);
}

function parsePageSearch(text: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(text));
}

function printPageSearch(search: Record<string, unknown>): string {
	const text = new URLSearchParams(checkPageSearch(search) as Record<string, string>).toString();
	return text === "" ? "" : `?${text}`;
}

const root = createRootRoute({
	component: Shell,
	notFoundComponent: MissingPage,
	validateSearch: checkPageSearch,
});

const page = <Parent extends AnyRoute, Path extends string>(
	parent: Parent,
	path: Path,
	component: RouteComponent,
) => createRoute({ getParentRoute: () => parent, path, component });

const lazyPage = <
	Parent extends AnyRoute,
	Path extends string,
	Module extends Record<string, unknown>,
	Name extends keyof Module,
>(
	parent: Parent,
	path: Path,
	load: () => Promise<Module>,
	name: Name,
) => page(parent, path, lazyRouteComponent(load, name));

const project = lazyPage(root, "/projects/$ref", () => import("../projects/project-page.tsx"), "ProjectPage");
const projectViews = [
	page(project, "/", () => <Navigate from="/projects/$ref" to="/projects/$ref/overview" replace />),
	lazyPage(project, "/overview", () => import("../projects/project-overview.tsx"), "ProjectOverview"),
	lazyPage(project, "/board", () => import("../projects/project-board.tsx"), "ProjectBoard"),
	lazyPage(project, "/table", () => import("../projects/project-table.tsx"), "ProjectTable"),
	lazyPage(project, "/timeline", () => import("../projects/project-timeline.tsx"), "ProjectTimeline"),
	lazyPage(project, "/graph", () => import("../projects/project-graph.tsx"), "ProjectGraph"),
] as const;

const settings = lazyPage(root, "/settings", () => import("../settings/settings-page.tsx"), "SettingsPage");
const settingsPages = [
	page(settings, "/", () => <Navigate to="/settings/profile" replace />),
	lazyPage(settings, "/profile", () => import("../settings/profile-settings.tsx"), "ProfileSettings"),
	lazyPage(settings, "/members", () => import("../settings/member-settings.tsx"), "MemberSettings"),
	lazyPage(settings, "/tokens", () => import("../settings/token-settings.tsx"), "TokenSettings"),
	lazyPage(settings, "/models", () => import("../models/model-settings.tsx"), "ModelSettings"),
	lazyPage(settings, "/search", () => import("../settings/search-settings.tsx"), "SearchSettings"),
	lazyPage(settings, "/quality", () => import("../ratings/quality-settings.tsx"), "QualitySettings"),
	lazyPage(settings, "/import", () => import("../transfer/import-settings.tsx"), "ImportSettings"),
	lazyPage(settings, "/export", () => import("../transfer/export-settings.tsx"), "ExportSettings"),
	lazyPage(
		settings,
		"/appearance",
		() => import("../settings/appearance-settings.tsx"),
		"AppearanceSettings",
	),
] as const;

export const router = createRouter({
	routeTree: root.addChildren([
		page(root, "/", ChatRoute),
		page(root, "/chats/$id", ChatRoute),
		lazyPage(root, "/chats", () => import("../chat/chats-page.tsx"), "ChatsPage"),
		lazyPage(root, "/entities/$ref", () => import("../pages/entity-page.tsx"), "EntityPage"),
		project.addChildren(projectViews),
		lazyPage(root, "/notes", () => import("../pages/notes-page.tsx"), "NotesPage"),
		lazyPage(root, "/inbox", () => import("../inbox/inbox-page.tsx"), "InboxPage"),
		lazyPage(root, "/activity", () => import("../activity/activity-page.tsx"), "ActivityPage"),
		lazyPage(root, "/trash", () => import("../pages/trash-page.tsx"), "TrashPage"),
		lazyPage(root, "/kinds", () => import("../kinds/kinds-page.tsx"), "KindsPage"),
		lazyPage(root, "/kinds/$kind", () => import("../kinds/kind-page.tsx"), "KindPage"),
		lazyPage(root, "/search", () => import("../search/search-page.tsx"), "SearchPage"),
		settings.addChildren(settingsPages),
	]),
	parseSearch: parsePageSearch,
	stringifySearch: printPageSearch,
	defaultPreload: "intent",
	defaultPendingMs: 300,
	defaultPendingComponent: PageSkeleton,
	defaultErrorComponent: FailedPage,
});

declare module "@tanstack/react-router" {
	interface Register {
		router: typeof router;
	}
}

/** Holds the place of a page that is loading. */
function PageSkeleton() {
	return (
		<main aria-busy="true" className="flex min-w-0 flex-1 flex-col gap-4 p-6">
			<div className="skeleton h-7 w-72 max-w-full" />
			<div className="skeleton h-4 w-full max-w-xl" />
			<div className="skeleton h-64 w-full max-w-3xl" />
		</main>
	);
}
