import { Toast } from "@base-ui/react/toast";
import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Info, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton, TextButton } from "./buttons.tsx";

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

const manager = Toast.createToastManager();
const shownFor = 8000;

interface Saying {
	readonly text: string;
	readonly tone?: "bad";
	readonly action?: { readonly label: string; readonly onAct: () => void };
}

/** Shows a short notice, with at most one action. */
export function say({ text, tone, action }: Saying): void {
	const id = manager.add({
		title: text,
		priority: tone === "bad" ? "high" : "low",
		...(tone !== undefined && { type: tone }),
		...(action !== undefined && {
			actionProps: {
				children: action.label,
				onClick: () => {
					manager.close(id);
					action.onAct();
				},
			},
		}),
	});
}

/** Shows short notices. */
export function Toasts() {
	return (
		<Toast.Provider toastManager={manager} timeout={shownFor} limit={3}>
			<Toast.Portal>
				<Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(360px,calc(100vw-2rem))] flex-col gap-2 max-md:bottom-17">
					<Standing />
				</Toast.Viewport>
			</Toast.Portal>
		</Toast.Provider>
	);
}

function Standing() {
	const { toasts } = Toast.useToastManager();
	return toasts.map((toast) => (
		<Toast.Root
			key={toast.id}
			toast={toast}
			swipeDirection={["right", "down"]}
			className={`arrives flex items-center gap-2 rounded-md border bg-surface py-1.5 pr-1.5 pl-3 text-13 shadow-lift data-limited:hidden ${toast.type === "bad" ? "border-bad-line" : "border-line"}`}
		>
			<Toast.Content className="flex min-w-0 flex-1 items-center gap-2">
				<Toast.Title
					className={`min-w-0 flex-1 ${toast.type === "bad" ? "text-bad-ink" : "text-ink-soft"}`}
				/>
				<Toast.Action className="h-7 shrink-0 rounded-md px-2 font-medium text-accent-ink hover:bg-hover" />
				<Toast.Close render={<IconButton icon={X} label="Dismiss" size="medium" />} />
			</Toast.Content>
		</Toast.Root>
	));
}

/** Runs changes of the settings. */
export function useAttempt() {
	const queries = useQueryClient();
	const [busy, setBusy] = useState(false);

	/**
	 * Runs a change, reads the data again that it may have changed, and shows the outcome. Returns null where it failed.
	 */
	async function attempt<T>(work: () => Promise<T>, notice: string, changed: readonly string[]) {
		setBusy(true);
		try {
			const done = await work();
			say({ text: notice });
			return done;
		} catch (error) {
			say({ text: `Not done. ${error instanceof Error ? error.message : ""}`, tone: "bad" });
			return null;
		} finally {
			setBusy(false);
			await Promise.all(changed.map((name) => queries.invalidateQueries({ queryKey: [name] })));
		}
	}
	return { busy, attempt };
}
