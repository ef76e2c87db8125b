import { useLocation, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { PageSkeleton } from "../design/page-skeleton.tsx";

// Requested with the first script, not by the first drawing: home waits for it.
const loaded = import("../chat/chat-page.tsx");
const ChatPage = lazy(() => loaded.then((module) => ({ default: module.ChatPage })));

/** Home and every chat: one page, which starts fresh with each new question. */
export function ChatRoute() {
	const { id } = useParams({ strict: false });
	const fresh = useLocation({ select: (location) => location.state.fresh });
	return (
		<Suspense fallback={<PageSkeleton />}>
			<ChatPage key={fresh ?? "first"} chatId={id ?? null} />
		</Suspense>
	);
}
