import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { TextButton } from "./buttons.tsx";

interface NoticeProps {
	readonly tone: "bad" | "quiet";
	readonly title: string;
	readonly children?: ReactNode;
	readonly action?: ReactNode;
}

/** Describes an event: what happened, whether anything was lost, and the next step. */
export function Notice({ tone, title, children, action }: NoticeProps) {
	const bad = tone === "bad";
	const Icon = bad ? CircleAlert : Info;
	return (
		<div
			role={bad ? "alert" : "note"}
			className={`flex gap-3 rounded-md border px-3 py-2.5 text-13 ${bad ? "border-bad-line bg-bad-wash" : "border-line bg-sunken"}`}
		>
			<Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${bad ? "text-bad-ink" : "text-ink-faint"}`} />
			<div className="min-w-0 flex-1">
				<p className={`font-medium ${bad ? "text-bad-ink" : "text-ink-soft"}`}>{title}</p>
				{children !== undefined && <div className="mt-0.5 text-ink-soft">{children}</div>}
				{action !== undefined && <div className="mt-2">{action}</div>}
			</div>
		</div>
	);
}

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

interface LoadFailureProps {
	readonly what: string;
	readonly error: Error;
	readonly onRetry: () => void;
}

export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
	return (
		<Notice
			tone="bad"
			title={`${what} could not be loaded`}
			action={<TextButton onClick={onRetry}>Try again</TextButton>}
		>
			{error.message} Nothing was lost.
		</Notice>
	);
}

interface LoadStateProps {
	readonly query: {
		readonly isPending: boolean;
		readonly error: Error | null;
		readonly refetch: () => Promise<unknown>;
	};
	readonly what: string;
	/** The height of the placeholder while the data loads; without one there is no placeholder. */
	readonly height?: string;
	readonly className?: string;
}

/** A placeholder while a query loads, and its failure with a button to try again. */
export function LoadState({ query, what, height, className = "" }: LoadStateProps) {
	if (query.isPending)
		return height === undefined ? null : <div className={`skeleton ${height} ${className}`} />;
	if (query.error === null) return null;
	const failure = <LoadFailure what={what} error={query.error} onRetry={() => void query.refetch()} />;
	return className === "" ? failure : <div className={className}>{failure}</div>;
}
