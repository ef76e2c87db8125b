import { X } from "lucide-react";
import type { CitedItem } from "../../../src/client/chat-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import type { Turn } from "../conversation/turn.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { Select } from "../design/fields.tsx";
import { Notice } from "../design/notice.tsx";
import { useRatings } from "../ratings/use-ratings.ts";
import { ContextView } from "./context-view.tsx";
import type { ContextWishes } from "./context-wishes.ts";
import type { DryRun } from "./use-dry-run.ts";

/** The state of the inspector: the draft (turnId null) or a turn, and the item opened from the answer. */
export interface Inspected {
	readonly turnId: string | null;
	readonly summoned: { readonly blockId: string; readonly count: number } | null;
}

const noCitations: readonly CitedItem[] = [];

interface InspectorProps {
	/** The chat of the turns; null before its first question is stored. */
	readonly chatId: string | null;
	readonly inspected: Inspected;
	readonly onInspect: (turnId: string | null) => void;
	readonly turns: readonly Turn[];
	readonly dryRun: DryRun;
	readonly onClose: () => void;
	readonly wishes: ContextWishes;
	/** A question to show the inspector with, when there is none yet. */
	readonly example: string | undefined;
	readonly onTry: (question: string) => void;
}

/** Shows the context the model reads, and why: for the question being written, and for every past turn. */
export function Inspector({
	chatId,
	inspected,
	onInspect,
	turns,
	dryRun,
	onClose,
	wishes,
	example,
	onTry,
}: InspectorProps) {
	const position = turns.findIndex((turn) => turn.id === inspected.turnId);
	const turn = turns[position];
	const past = useTurnContext(turn);
	const before = useTurnContext(turns[(turn === undefined ? turns.length : position) - 1]).payload;
	const ratings = useRatings(chatId, turn?.running === false ? turn.contextId : null);
	const payload = turn === undefined ? dryRun.payload : past.payload;

	return (
		<>
			<header className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
				<h2 className="text-14 font-semibold">Context</h2>
				{turns.length > 0 && (
					<Select
						aria-label="Turn to inspect"
						value={turn?.id ?? ""}
						onChange={(id) => onInspect(id === "" ? null : id)}
						none="Next question"
						options={turns.map(({ id, asked }, index) => [id, `${index + 1}. ${asked.text}`])}
						className="h-7 min-w-0 flex-1 truncate rounded-md border border-line bg-surface px-1.5 text-13 text-ink-soft"
					/>
				)}
				<span className="ml-auto" />
				<IconButton icon={X} label="Close the context inspector" onClick={onClose} />
			</header>
			<div className="min-h-0 flex-1 overflow-y-auto" aria-busy={turn === undefined && dryRun.pending}>
				{turn === undefined && dryRun.error !== null && (
					<div className="px-4 py-2">
						<Notice tone="quiet" title="The preview could not be built">
							{dryRun.error.message} You can still ask.
						</Notice>
					</div>
				)}
				{payload === null ? (
					<Empty
						turn={turn}
						waiting={turn === undefined ? dryRun.pending : past.pending}
						error={past.error}
						example={example}
						onTry={onTry}
					/>
				) : (
					<ContextView
						key={turn?.id ?? "draft"}
						payload={payload}
						before={before}
						citations={turn?.citations ?? noCitations}
						summoned={inspected.summoned}
						wishes={wishes}
						end={turn?.end ?? null}
						ratings={ratings}
					/>
				)}
			</div>
		</>
	);
}

type EmptyProps = Pick<InspectorProps, "example" | "onTry"> & {
	readonly turn: Turn | undefined;
	readonly waiting: boolean;
	readonly error: Error | null;
};

function Empty({ turn, waiting, error, example, onTry }: EmptyProps) {
	if (waiting) return <div className="skeleton mx-4 my-2 h-24" />;
	if (turn !== undefined) {
		return (
			<p className="px-4 py-2 text-13 text-ink-soft">
				{error === null
					? "Nothing was read: this question did not get through."
					: `What was read cannot be shown. ${error.message}`}
			</p>
		);
	}
	return (
		<div className="flex flex-col items-start gap-3 px-4 py-2 text-13 text-ink-soft">
			<p>
				Before you send a question, this panel shows everything the model would read for it: each item, its
				size, and why it is there.
			</p>
			{example !== undefined && (
				<TextButton onClick={() => onTry(example)} className="h-auto py-1.5 text-left">
					Preview “{example}”
				</TextButton>
			)}
		</div>
	);
}

/** Returns the context of a turn: from the stream if it came that way, fetched for a stored turn. */
function useTurnContext(turn: Turn | undefined) {
	const contextId = turn?.context === null ? turn.contextId : null;
	const stored = useRead(["context", contextId], (options) => skein.readContext(contextId ?? "", options), {
		enabled: contextId !== null,
		// A kept context never changes; the right to read it does, and is checked with the chat.
		staleTime: 60_000,
		retry: false,
	});
	return {
		payload: turn?.context ?? stored.data ?? null,
		pending: turn?.running === true || (contextId !== null && stored.isPending),
		error: stored.error,
	};
}
