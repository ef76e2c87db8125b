import type { ReactNode } from "react";
import { usePageTitle } from "../route/use-page-title.ts";
import { Columns } from "./columns.tsx";
import { PageHeader } from "./page-header.tsx";

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
