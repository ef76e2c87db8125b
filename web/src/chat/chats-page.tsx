import { Link } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { useState } from "react";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { TextButton } from "../design/buttons.tsx";
import { SearchField } from "../design/fields.tsx";
import { RelativeDate } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { ScrollPage } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";

const step = 100;

/** Every chat of yours, the newest first. */
export function ChatsPage() {
	const go = useGo();
	const [words, setWords] = useState("");
	const [shown, setShown] = useState(step);
	const chats = useRead(["chats"], skein.chats.list);
	const found = (chats.data ?? []).filter(({ title }) =>
		title.toLowerCase().includes(words.trim().toLowerCase()),
	);
	const ask = (
		<TextButton onClick={() => go.ask()}>
			<SquarePen aria-hidden size={14} /> New question
		</TextButton>
	);
	return (
		<ScrollPage title="Chats" actions={ask} className="gap-4">
			<h1 className="text-28 font-semibold tracking-tight">Chats</h1>
			<SearchField label="Find among the chats" value={words} onChange={setWords} />
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
							<RelativeDate iso={at} className="text-12 text-ink-faint" />
						</Link>
					</li>
				))}
			</ul>
			{found.length > shown && (
				<TextButton className="self-start" onClick={() => setShown(shown + step)}>
					Show more
				</TextButton>
			)}
		</ScrollPage>
	);
}
