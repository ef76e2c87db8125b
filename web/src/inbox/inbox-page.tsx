import { Link } from "@tanstack/react-router";
import type { Approval } from "../api/chat-calls.ts";
import { ApprovalCard } from "../chat/approval-card.tsx";
import { EmptyState } from "../design/empty-state.tsx";
import { LoadState } from "../design/load-state.tsx";
import { RelativeDate } from "../design/relative-date.tsx";
import { Columns } from "../page/columns.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { usePageTitle } from "../route/use-page-title.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import { useApprovals } from "./use-approvals.ts";

/** Lists the decisions that a person has to make: changes that a model proposed, and suggested corrections. */
export function InboxPage() {
	usePageTitle("Inbox");
	const approvals = useApprovals();
	return (
		<Columns>
			<PageHeader />
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex max-w-3xl flex-col gap-8 px-6 pb-16 max-md:px-4 max-md:pt-4">
					<h1 className="text-28 font-semibold tracking-tight">Inbox</h1>
					<section aria-labelledby="proposed" className="flex flex-col gap-3">
						<h2 id="proposed" className="text-16 font-semibold">
							Proposed changes
						</h2>
						<LoadState query={approvals} what="The proposed changes" height="h-24" />
						{approvals.data?.length === 0 && (
							<EmptyState>
								Nothing waits for your decision. Changes that a model or an agent proposes are listed here,
								with the difference they would make.
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
				</div>
			</div>
		</Columns>
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
					lapses <RelativeDate iso={until} />
				</span>
			</p>
			<ApprovalCard approval={approval} />
		</div>
	);
}
