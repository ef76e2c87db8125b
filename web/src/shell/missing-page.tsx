import { Link } from "@tanstack/react-router";
import { PageHeader } from "../page/page-header.tsx";

export function MissingPage() {
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
