import { Link, Outlet } from "@tanstack/react-router";
import { Columns } from "../shell/columns.tsx";
import { PageHeader } from "../shell/page-header.tsx";

const pages = [
	["/settings/profile", "Profile"],
	["/settings/members", "People"],
	["/settings/tokens", "Tokens"],
	["/settings/models", "Models"],
	["/settings/data", "Data"],
	["/settings/appearance", "Appearance"],
] as const;

export function SettingsPage() {
	return (
		<Columns>
			<PageHeader>
				<nav aria-label="Settings" className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-1">
					{pages.map(([to, label]) => (
						<Link
							key={to}
							to={to}
							search={{}}
							className="flex h-8 items-center rounded-md px-2.5 text-13 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
						>
							{label}
						</Link>
					))}
				</nav>
			</PageHeader>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex max-w-2xl flex-col gap-8 px-6 pt-2 pb-16 max-md:px-4">
					<Outlet />
				</div>
			</div>
		</Columns>
	);
}
