import { Link } from "@tanstack/react-router";
import { useRead } from "../api/use-read.ts";
import { type SearchAnswer, type SearchHit, searchWorkspace } from "../api/workspace-calls.ts";
import { TextButton } from "../design/buttons.tsx";
import { countOf } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { useGo } from "../route/use-go.ts";
import { stripMarks } from "../text/strip-marks.ts";

const limit = 30;

interface Props {
	readonly query: string;
	/** Searches for the words as they are written. */
	readonly exact: boolean;
}

export function SearchResults({ query, exact }: Props) {
	const go = useGo();
	const answer = useRead(["query", "search", query, exact], (options) =>
		searchWorkspace({ query, limit, exact }, options),
	);
	if (!answer.isSuccess) return <LoadState query={answer} what="The results" height="h-64" />;
	const { results, total, corrected } = answer.data;
	if (results.length === 0) {
		return (
			<EmptyState action={<TextButton onClick={() => go.ask({ q: query })}>Ask it as a question</TextButton>}>
				Nothing was found by these words. Fewer or other words may find more.
			</EmptyState>
		);
	}
	return (
		<section aria-label="Results" className="flex flex-col gap-4">
			{corrected && <Corrected corrected={corrected} />}
			<p role="status" className="text-12 text-ink-faint">
				{countOf(total, "result")}
			</p>
			<ol className="flex flex-col gap-4">
				{results.map((hit) => (
					<li key={hit.id} className="flex flex-col gap-0.5">
						<span className="flex min-w-0 items-baseline gap-2 text-14 font-medium">
							<EntityLink entity={{ ref: hit.ref, kind: hit.type, title: hit.title }} />
							{hit.project_name !== undefined && (
								<span className="truncate text-12 font-normal text-ink-faint">{hit.project_name}</span>
							)}
						</span>
						<p className="line-clamp-3 text-13 text-ink-soft">
							<Highlighted hit={hit} />
						</p>
					</li>
				))}
			</ol>
		</section>
	);
}

/** Shows the spelling that was searched for, and offers the one that was typed. */
function Corrected({ corrected }: { readonly corrected: NonNullable<SearchAnswer["corrected"]> }) {
	return (
		<p className="text-13 text-ink-soft">
			Showing results for <strong className="font-medium text-ink">{corrected.shown}</strong> · Search instead
			for{" "}
			<Link
				to="/search"
				search={{ q: corrected.original, exact: "yes" }}
				className="text-accent-ink underline underline-offset-2"
			>
				{corrected.original}
			</Link>
		</p>
	);
}

function Highlighted({ hit: { snippet, highlights } }: { readonly hit: SearchHit }) {
	let from = 0;
	const parts = highlights.flatMap(([start, end]) => {
		const pieces = [
			{ text: snippet.slice(from, start), at: from, marked: false },
			{ text: snippet.slice(start, end), at: start, marked: true },
		];
		from = end;
		return pieces;
	});
	return [...parts, { text: snippet.slice(from), at: from, marked: false }].map(({ text, at, marked }) =>
		marked ? (
			<mark key={`${at} marked`} className="rounded-sm bg-accent-wash px-0.5 text-accent-ink">
				{text}
			</mark>
		) : (
			<span key={at}>{stripMarks(text)}</span>
		),
	);
}
