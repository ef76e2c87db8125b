import { Plus } from "lucide-react";
import { useState } from "react";
import { TextButton } from "../design/buttons.tsx";
import { SearchField } from "../design/fields.tsx";
import { countOf, RelativeDate } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { useDebounced } from "../design/use-debounced.ts";
import { CreateDialog } from "../entities/create-dialog.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { useEntities } from "../entities/use-entities.ts";
import { ScrollPage } from "../page/page.tsx";
import { stripMarks } from "../text/strip-marks.ts";

const settleAfter = 150;
const pageSize = 100;
const mostShown = 200;
const excerptLength = 160;

/** The notes of the workspace, those changed last first. */
export function NotesPage() {
	const [words, setWords] = useState("");
	const [limit, setLimit] = useState(pageSize);
	const [creating, setCreating] = useState(false);
	const q = useDebounced(words.trim(), settleAfter);
	const notes = useEntities({ kind: "note", q, limit });
	const hasMore = notes.data !== undefined && notes.data.entities.length < notes.data.total;
	const write = (
		<TextButton onClick={() => setCreating(true)}>
			<Plus aria-hidden size={14} /> New note
		</TextButton>
	);
	return (
		<ScrollPage title="Notes" actions={write} className="gap-4">
			{creating && <CreateDialog kind="note" title={words.trim()} onClose={() => setCreating(false)} />}
			<h1 className="flex items-baseline gap-3 text-28 font-semibold tracking-tight">
				Notes
				{notes.data !== undefined && (
					<span className="text-13 font-normal text-ink-faint tabular-nums">
						{countOf(notes.data.total, "note")}
					</span>
				)}
			</h1>
			<SearchField label="Find among the notes" value={words} onChange={setWords} />
			<LoadState query={notes} what="The notes" height="h-64" />
			{notes.data?.entities.length === 0 && (
				<EmptyState action={write}>
					{q === ""
						? "Your notes will appear here: write one, or import a folder of Markdown from Settings, Import."
						: "No note has these words."}
				</EmptyState>
			)}
			<ul>
				{notes.data?.entities.map((note) => (
					<li key={note.id} className="border-b border-line py-2">
						<div className="flex min-w-0 items-center gap-3">
							<span className="flex min-w-0 flex-1 font-medium">
								<EntityLink entity={note} />
							</span>
							<RelativeDate iso={note.updated_at} className="shrink-0 text-12 text-ink-faint" />
						</div>
						<p className="line-clamp-2 pl-5 text-13 text-ink-soft">{excerpt(note.body)}</p>
					</li>
				))}
			</ul>
			{hasMore && limit < mostShown && (
				<TextButton className="self-start" onClick={() => setLimit(mostShown)}>
					Show more
				</TextButton>
			)}
			{hasMore && limit >= mostShown && (
				<p className="text-12 text-ink-faint">
					The {mostShown} changed last are shown. The others are found by their words.
				</p>
			)}
		</ScrollPage>
	);
}

/** The first words of a text, without Markdown marks. */
function excerpt(body: string): string {
	return stripMarks(body.slice(0, 4 * excerptLength))
		.replaceAll(/\s+/g, " ")
		.trim()
		.slice(0, excerptLength);
}
