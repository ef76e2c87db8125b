import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

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
