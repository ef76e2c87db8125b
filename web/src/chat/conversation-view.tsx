import { useLayoutEffect, useMemo, useRef } from "react";
import type { Approval } from "../../../src/client/chat-calls.ts";
import { groupVersions } from "../conversation/stored-turns.ts";
import type { Turn } from "../conversation/turn.ts";
import type { Conversation } from "../conversation/use-conversation.ts";
import { TurnView } from "./turn-view.tsx";

interface ConversationViewProps {
	readonly conversation: Conversation;
	readonly onInspect: (turnId: string, blockId: string | null) => void;
}

const marginAbove = 32;
const once: readonly string[] = [];
const noApprovals: readonly Approval[] = [];

export function ConversationView({ conversation, onInspect }: ConversationViewProps) {
	const { turns, chat, running, askAgain, choose } = conversation;
	const scroller = useRef<HTMLElement>(null);
	const versions = useMemo(() => groupVersions(chat), [chat]);
	const newest = turns.at(-1);
	useFollow(scroller, newest);

	return (
		<section ref={scroller} aria-label="Conversation" className="relative min-h-0 flex-1 overflow-y-auto">
			<h1 className="sr-only">{chat?.title || turns[0]?.asked.text}</h1>
			<div className="mx-auto flex max-w-3xl flex-col gap-12 px-6 py-8 max-md:px-4 max-md:py-6">
				{turns.map((turn) => (
					<TurnView
						key={turn.id}
						turn={turn}
						chatId={chat?.id ?? null}
						last={turn === newest}
						idle={!running}
						approvals={chat?.approvals ?? noApprovals}
						versions={versions.get(turn.parentId) ?? once}
						onInspect={onInspect}
						onAskAgain={askAgain}
						onChoose={choose}
					/>
				))}
			</div>
			<p className="sr-only" role="status">
				{newest === undefined ? "" : announce(newest)}
			</p>
		</section>
	);
}

/** Announced once, when there is something to read: an answer read out token by token cannot be understood. */
function announce({ running, steps, text }: Turn): string {
	if (running) return "";
	const waits = steps.some((step) => step.type === "approval" && step.approval.state === "pending");
	if (waits) return "The answer proposes changes that wait for your decision.";
	return text === "" ? "" : "The answer is complete.";
}

/**
 * Keeps the end of a growing answer in view until its question has reached the top. From there on, and as soon as the
 * reader scrolls, the page does not move: text that scrolls away cannot be read.
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
