import { Link, Outlet } from "@tanstack/react-router";
import { Columns, PageHeader, PageTabs, tabLook } from "../page/page.tsx";
import { usePageTitle } from "../route/use-page-title.ts";

const pages = [
	["/settings/profile", "Profile"],
	["/settings/members", "People"],
	["/settings/tokens", "Tokens"],
	["/settings/models", "Models"],
	["/settings/search", "Search"],
	["/settings/quality", "Quality"],
	["/settings/import", "Import"],
	["/settings/export", "Export"],
	["/settings/appearance", "Appearance"],
] as const;

export function SettingsPage() {
	usePageTitle("Settings");
	return (
		<Columns>
			<PageHeader>
				<PageTabs label="Settings">
					{pages.map(([to, label]) => (
						<Link key={to} to={to} search={{}} className={tabLook}>
							{label}
						</Link>
					))}
				</PageTabs>
			</PageHeader>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex max-w-2xl flex-col gap-8 px-6 pt-2 pb-16 max-md:px-4">
					<Outlet />
				</div>
			</div>
		</Columns>
	);
}
