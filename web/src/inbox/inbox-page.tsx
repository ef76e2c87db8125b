import { Link } from "@tanstack/react-router";
import type { Approval } from "../../../src/client/chat-calls.ts";
import { ApprovalCard } from "../chat/approval-card.tsx";
import { RelativeDate } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { ScrollPage } from "../page/page.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { useApprovals } from "./use-approvals.ts";

/** Lists the decisions that a person has to make: changes that a model proposed, and suggested corrections. */
export function InboxPage() {
	const approvals = useApprovals();
	return (
		<ScrollPage title="Inbox" className="gap-8 max-md:pt-4">
			<h1 className="text-28 font-semibold tracking-tight">Inbox</h1>
			<section aria-labelledby="proposed" className="flex flex-col gap-3">
				<h2 id="proposed" className="text-16 font-semibold">
					Proposed changes
				</h2>
				<LoadState query={approvals} what="The proposed changes" height="h-24" />
				{approvals.data?.length === 0 && (
					<EmptyState>
						Nothing waits for your decision. Changes that a model or an agent proposes are listed here, with
						the difference they would make.
					</EmptyState>
				)}
				{approvals.data?.map((approval) => (
					<Proposed key={approval.id} approval={approval} />
				))}
			</section>
			<section aria-labelledby="suggested" className="flex flex-col gap-5">
				<h2 id="suggested" className="text-16 font-semibold">
					Suggestions
				</h2>
				<SuggestionList />
			</section>
		</ScrollPage>
	);
}

function Proposed({ approval }: { readonly approval: Approval }) {
	const { chat_id: chatId, created_at: at, expires_at: until } = approval;
	return (
		<div className="flex flex-col gap-1">
			<p className="flex flex-wrap gap-x-3 text-12 text-ink-faint">
				{chatId === null ? (
					<span>By an agent, over MCP</span>
				) : (
					<Link
						to="/chats/$id"
						params={{ id: chatId }}
						search={{}}
						className="text-accent-ink hover:underline"
					>
						In a chat: open it
					</Link>
				)}
				<span>
					proposed <RelativeDate iso={at} />
				</span>
				<span>
					expires <RelativeDate iso={until} />
				</span>
			</p>
			<ApprovalCard approval={approval} />
		</div>
	);
}
