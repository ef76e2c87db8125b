import type { ReactNode } from "react";

/** Describes an empty list and offers one action to fill it. */
export function EmptyState({
	children,
	action,
}: {
	readonly children: ReactNode;
	readonly action?: ReactNode;
}) {
	return (
		<div className="flex flex-col items-start gap-3 rounded-md border border-dashed border-line px-4 py-5 text-13 text-ink-soft">
			<p>{children}</p>
			{action}
		</div>
	);
}
