import { Check, ChevronRight, CircleDashed, Hourglass, type LucideIcon, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { Approval } from "../../../src/client/chat-calls.ts";
import type { KeptCall } from "../../../src/contract/chat.ts";
import { spellKey } from "../design/format.tsx";
import { useToolTitles } from "./use-tool-titles.ts";

const outcomes: Readonly<Record<KeptCall["state"], { readonly icon: LucideIcon; readonly words: string }>> = {
	running: { icon: CircleDashed, words: "under way" },
	done: { icon: Check, words: "done" },
	failed: { icon: TriangleAlert, words: "failed" },
	proposed: { icon: Hourglass, words: "waits for your decision" },
};

const decisions: Readonly<Record<Approval["state"], string>> = {
	pending: "waits for your decision",
	approved: "confirmed",
	denied: "denied",
	failed: "could not be done",
};

interface ToolCardProps {
	readonly call: KeptCall;
	/** The decision on the proposed write; undefined for a call that proposed nothing. */
	readonly decision: Approval["state"] | undefined;
}

/** A tool call of the model: one line, which opens to its input and its result. */
export function ToolCard({ call, decision }: ToolCardProps) {
	const [open, setOpen] = useState(false);
	const body = useId();
	const titleOf = useToolTitles();
	const { icon: Icon, words } = outcomes[decision === "approved" ? "done" : call.state];
	return (
		<section aria-label={titleOf(call.tool)} className="max-w-[72ch] rounded-md border border-line text-13">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={body}
				onClick={() => setOpen(!open)}
				className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left text-ink-soft hover:bg-hover"
			>
				<ChevronRight
					aria-hidden
					size={14}
					className={`shrink-0 text-ink-faint transition-transform duration-100 ${open ? "rotate-90" : ""}`}
				/>
				<span className="min-w-0 shrink-0 truncate font-medium max-sm:shrink">{titleOf(call.tool)}</span>
				<span className="min-w-0 flex-1 truncate text-ink-faint max-sm:hidden">{summarize(call.input)}</span>
				<span
					className={`ml-auto flex shrink-0 items-center gap-1 text-12 ${call.state === "failed" ? "text-bad-ink" : "text-ink-faint"}`}
				>
					<Icon aria-hidden size={13} /> {decision === undefined ? words : decisions[decision]}
				</span>
			</button>
			<div id={body} hidden={!open} className="flex flex-col gap-2 border-t border-line p-2.5">
				<Arguments input={call.input} />
				{call.text !== "" && (
					<pre className="rounded-md bg-sunken p-2.5 font-mono text-12 whitespace-pre-wrap text-ink-soft wrap-anywhere">
						{call.text}
					</pre>
				)}
			</div>
		</section>
	);
}

function Arguments({ input }: { readonly input: KeptCall["input"] }) {
	const entries = Object.entries(input);
	if (entries.length === 0) return <p className="text-12 text-ink-faint">Called without arguments.</p>;
	return (
		<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-12">
			{entries.map(([name, value]) => (
				<div key={name} className="contents">
					<dt className="text-ink-faint">{spellKey(name)}</dt>
					<dd className="whitespace-pre-wrap text-ink-soft wrap-anywhere">{printValue(value)}</dd>
				</div>
			))}
		</dl>
	);
}

const printValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const summarize = (input: KeptCall["input"]): string => Object.values(input).map(printValue).join(" · ");
