import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { SearchAnswer, SearchHit } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { CopyButton, IconButton, PrimaryButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { SearchField } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { countOf } from "../design/format.tsx";
import { EmptyState, LoadFailure, LoadState, useAttempt } from "../design/notice.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { ScrollPage } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";
import { stripMarks } from "../text/strip-marks.ts";
import { QueryResults } from "./query-results.tsx";
import { SaveQuery } from "./save-query.tsx";

/** Searches every text, or runs a query where one is written. */
export function SearchPage() {
	const { q = "", exact } = useSearch({ strict: false });
	const navigate = useNavigate();
	const [text, setText] = useState(q);
	useEffect(() => setText(q), [q]);

	return (
		<ScrollPage title={q === "" ? "Search" : q} className="gap-6 max-md:pt-4">
			<h1 className="text-28 font-semibold tracking-tight">Search</h1>
			<search>
				<Form onSubmit={() => navigate({ to: "/search", search: { q: text.trim() } })} className="flex gap-2">
					<SearchField
						label="Words, or a query that begins with SELECT"
						value={text}
						onChange={setText}
						placeholder="Words, or SELECT t FROM task WHERE t.due_at < today"
						className={`${fieldLook} h-9`}
					/>
					<PrimaryButton type="submit" className="h-9">
						Search
					</PrimaryButton>
				</Form>
			</search>
			{q === "" && (
				<p className="text-13 text-ink-soft">
					Searches titles, texts and fields by words, by meaning where a meaning index is set up, and along
					links. A line that begins with SELECT is run as a query, and can be saved under a name.
				</p>
			)}
			{q === "" && <KeptQueries />}
			{q !== "" &&
				(/^select\s/i.test(q) ? (
					<>
						<div className="flex flex-wrap gap-1.5">
							<CopyButton text={q} label="Copy the query" />
							<SaveQuery key={q} wql={q} name="" />
						</div>
						<QueryResults wql={q} />
					</>
				) : (
					<SearchResults query={q} exact={exact === "yes"} />
				))}
		</ScrollPage>
	);
}

/** The reader's saved queries; each opens where it runs. */
function KeptQueries() {
	const { data, isError, error, refetch } = useRead(["queries"], skein.queries.list);
	const { busy, attempt } = useAttempt();
	if (isError) return <LoadFailure what="Your queries" error={error} onRetry={() => void refetch()} />;
	if (data === undefined || data.queries.length === 0) return null;
	return (
		<section aria-label="Saved queries" className="flex flex-col gap-2">
			<h2 className="text-14 font-semibold">Saved queries</h2>
			<ul className="flex flex-col divide-y divide-line rounded-md border border-line">
				{data.queries.map(({ id, name, wql }) => (
					<li key={id} className="flex items-center gap-2 py-2 pr-2 pl-3">
						<Link to="/search" search={{ q: wql }} className="flex min-w-0 flex-1 flex-col hover:text-accent">
							<span className="truncate text-14 font-medium">{name}</span>
							<code className="truncate font-mono text-12 text-ink-faint">{wql}</code>
						</Link>
						<IconButton
							icon={Trash2}
							label={`Remove ${name}`}
							disabled={busy}
							onClick={() => void attempt(() => skein.queries.remove(id), `Removed “${name}”.`, ["queries"])}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}

const limit = 30;

interface Props {
	readonly query: string;
	/** Searches for the words as they are written. */
	readonly exact: boolean;
}

export function SearchResults({ query, exact }: Props) {
	const go = useGo();
	const answer = useRead(["query", "search", query, exact], (options) =>
		skein.search({ query, limit, exact }, options),
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
							<EntityLink entity={{ ref: hit.ref, kind: hit.type, title: hit.title, folder: hit.folder }} />
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
