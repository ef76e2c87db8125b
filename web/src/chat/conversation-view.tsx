import { useLayoutEffect, useRef } from "react";
import type { Turn } from "./turn.ts";
import { TurnView } from "./turn-view.tsx";

interface ConversationViewProps {
	readonly turns: readonly Turn[];
	readonly onInspect: (turnId: string, itemId: string | null) => void;
	readonly onAskAgain: () => void;
}

const marginAbove = 32;

export function ConversationView({ turns, onInspect, onAskAgain }: ConversationViewProps) {
	const scroller = useRef<HTMLElement>(null);
	const newest = turns.at(-1);
	useFollow(scroller, newest);

	return (
		<section ref={scroller} aria-label="Conversation" className="relative min-h-0 flex-1 overflow-y-auto">
			<h1 className="sr-only">{turns[0]?.asked.text}</h1>
			<div className="mx-auto flex max-w-3xl flex-col gap-12 px-6 py-8 max-md:px-4 max-md:py-6">
				{turns.map((turn) => (
					<TurnView
						key={turn.id}
						turn={turn}
						last={turn === newest}
						onInspect={onInspect}
						onAskAgain={onAskAgain}
					/>
				))}
			</div>
			<p className="sr-only" role="status">
				{newest !== undefined && !newest.running && newest.text !== "" ? "The answer is complete." : ""}
			</p>
		</section>
	);
}

/**
 * Keeps the end of a growing answer in view until its question has reached the top. From there on, and as
 * soon as the reader scrolls, the page stands still: text that runs away cannot be read.
 */
function useFollow(scroller: { readonly current: HTMLElement | null }, newest: Turn | undefined): void {
	const followed = useRef({ turnId: "", top: 0 });
	useLayoutEffect(() => {
		const view = scroller.current;
		const question = view?.querySelector<HTMLElement>("article:last-of-type");
		if (view === null || newest === undefined || !question) return;
		const begins = followed.current.turnId !== newest.id;
		const moved = Math.abs(view.scrollTop - followed.current.top) > 1;
		if (!begins && moved) return;
		view.scrollTop = Math.min(view.scrollHeight - view.clientHeight, question.offsetTop - marginAbove);
		followed.current = { turnId: newest.id, top: view.scrollTop };
	}, [scroller, newest]);
}
