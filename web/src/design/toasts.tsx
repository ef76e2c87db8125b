import { Toast } from "@base-ui/react/toast";
import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./buttons.tsx";

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
