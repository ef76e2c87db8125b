import {
	createRootRoute,
	createRoute,
	createRouter,
	Link,
	lazyRouteComponent,
	Navigate,
	useLocation,
	useParams,
} from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Notice } from "../design/notice.tsx";
import { PageSkeleton } from "../design/page-skeleton.tsx";
import { TextButton } from "../design/text-button.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { checkPageSearch, parsePageSearch, printPageSearch } from "../route/page-search.ts";
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

const root = createRootRoute({
	component: Shell,
	notFoundComponent: MissingPage,
	validateSearch: checkPageSearch,
});

const home = createRoute({ getParentRoute: () => root, path: "/", component: ChatRoute });
const chat = createRoute({ getParentRoute: () => root, path: "/chats/$id", component: ChatRoute });

const chats = createRoute({
	getParentRoute: () => root,
	path: "/chats",
	component: lazyRouteComponent(() => import("../chat/chats-page.tsx"), "ChatsPage"),
});

const entity = createRoute({
	getParentRoute: () => root,
	path: "/entities/$ref",
	component: lazyRouteComponent(() => import("../pages/entity-page.tsx"), "EntityPage"),
});

const project = createRoute({
	getParentRoute: () => root,
	path: "/projects/$ref",
	component: lazyRouteComponent(() => import("../projects/project-page.tsx"), "ProjectPage"),
});
const projectViews = [
	createRoute({
		getParentRoute: () => project,
		path: "/",
		component: () => <Navigate from="/projects/$ref" to="/projects/$ref/overview" replace />,
	}),
	createRoute({
		getParentRoute: () => project,
		path: "/overview",
		component: lazyRouteComponent(() => import("../projects/project-overview.tsx"), "ProjectOverview"),
	}),
	createRoute({
		getParentRoute: () => project,
		path: "/board",
		component: lazyRouteComponent(() => import("../projects/project-board.tsx"), "ProjectBoard"),
	}),
	createRoute({
		getParentRoute: () => project,
		path: "/table",
		component: lazyRouteComponent(() => import("../projects/project-table.tsx"), "ProjectTable"),
	}),
	createRoute({
		getParentRoute: () => project,
		path: "/timeline",
		component: lazyRouteComponent(() => import("../projects/project-timeline.tsx"), "ProjectTimeline"),
	}),
	createRoute({
		getParentRoute: () => project,
		path: "/graph",
		component: lazyRouteComponent(() => import("../projects/project-graph.tsx"), "ProjectGraph"),
	}),
] as const;

const notes = createRoute({
	getParentRoute: () => root,
	path: "/notes",
	component: lazyRouteComponent(() => import("../pages/notes-page.tsx"), "NotesPage"),
});
const inbox = createRoute({
	getParentRoute: () => root,
	path: "/inbox",
	component: lazyRouteComponent(() => import("../inbox/inbox-page.tsx"), "InboxPage"),
});
const kinds = createRoute({
	getParentRoute: () => root,
	path: "/kinds",
	component: lazyRouteComponent(() => import("../kinds/kinds-page.tsx"), "KindsPage"),
});
const kind = createRoute({
	getParentRoute: () => root,
	path: "/kinds/$kind",
	component: lazyRouteComponent(() => import("../kinds/kind-page.tsx"), "KindPage"),
});
const search = createRoute({
	getParentRoute: () => root,
	path: "/search",
	component: lazyRouteComponent(() => import("../search/search-page.tsx"), "SearchPage"),
});

const settings = createRoute({
	getParentRoute: () => root,
	path: "/settings",
	component: lazyRouteComponent(() => import("../settings/settings-page.tsx"), "SettingsPage"),
});
const settingsPages = [
	createRoute({
		getParentRoute: () => settings,
		path: "/",
		component: () => <Navigate to="/settings/profile" replace />,
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/profile",
		component: lazyRouteComponent(() => import("../settings/profile-settings.tsx"), "ProfileSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/members",
		component: lazyRouteComponent(() => import("../settings/member-settings.tsx"), "MemberSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/tokens",
		component: lazyRouteComponent(() => import("../settings/token-settings.tsx"), "TokenSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/models",
		component: lazyRouteComponent(() => import("../models/model-settings.tsx"), "ModelSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/search",
		component: lazyRouteComponent(() => import("../settings/search-settings.tsx"), "SearchSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/quality",
		component: lazyRouteComponent(() => import("../ratings/quality-settings.tsx"), "QualitySettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/import",
		component: lazyRouteComponent(() => import("../transfer/import-settings.tsx"), "ImportSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/export",
		component: lazyRouteComponent(() => import("../transfer/export-settings.tsx"), "ExportSettings"),
	}),
	createRoute({
		getParentRoute: () => settings,
		path: "/appearance",
		component: lazyRouteComponent(() => import("../settings/appearance-settings.tsx"), "AppearanceSettings"),
	}),
] as const;

export const router = createRouter({
	routeTree: root.addChildren([
		home,
		chat,
		chats,
		entity,
		project.addChildren(projectViews),
		notes,
		inbox,
		kinds,
		kind,
		search,
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
