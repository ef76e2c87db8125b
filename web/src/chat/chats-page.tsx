import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { useState } from "react";
import { listChats } from "../api/workspace-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { EmptyState } from "../design/empty-state.tsx";
import { LoadState } from "../design/load-state.tsx";
import { RelativeDate } from "../design/relative-date.tsx";
import { TextButton } from "../design/text-button.tsx";
import { Columns } from "../page/columns.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { useGo } from "../route/use-go.ts";
import { usePageTitle } from "../route/use-page-title.ts";

const step = 100;

/** Every chat of yours, the newest first. */
export function ChatsPage() {
	usePageTitle("Chats");
	const go = useGo();
	const [words, setWords] = useState("");
	const [shown, setShown] = useState(step);
	const chats = useQuery({ queryKey: ["chats"], queryFn: ({ signal }) => listChats({ signal }) });
	const found = (chats.data ?? []).filter(({ title }) =>
		title.toLowerCase().includes(words.trim().toLowerCase()),
	);
	const ask = (
		<TextButton onClick={() => go.ask()}>
			<SquarePen aria-hidden size={14} /> New question
		</TextButton>
	);
	return (
		<Columns>
			<PageHeader>
				<span className="flex-1" />
				{ask}
			</PageHeader>
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex max-w-3xl flex-col gap-4 px-6 pb-16 max-md:px-4">
					<h1 className="text-28 font-semibold tracking-tight">Chats</h1>
					<input
						type="search"
						aria-label="Find among the chats"
						placeholder="Find among the chats"
						value={words}
						onChange={(event) => setWords(event.target.value)}
						className={fieldLook}
					/>
					<LoadState query={chats} what="The chats" height="h-64" />
					{chats.data !== undefined && found.length === 0 && (
						<EmptyState action={ask}>
							{words.trim() === "" ? "Your questions will appear here." : "No chat has this name."}
						</EmptyState>
					)}
					<ul>
						{found.slice(0, shown).map(({ id, title, created_at: at }) => (
							<li key={id}>
								<Link
									to="/chats/$id"
									params={{ id }}
									search={{}}
									className="flex min-h-9 items-center gap-3 rounded-md px-2 text-14 hover:bg-hover max-md:min-h-11"
								>
									<span className="min-w-0 flex-1 truncate">{title === "" ? "A question" : title}</span>
									<span className="text-12 text-ink-faint">
										<RelativeDate iso={at} />
									</span>
								</Link>
							</li>
						))}
					</ul>
					{found.length > shown && (
						<TextButton className="self-start" onClick={() => setShown(shown + step)}>
							Show more
						</TextButton>
					)}
				</div>
			</div>
		</Columns>
	);
}
