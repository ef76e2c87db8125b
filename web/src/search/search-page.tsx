import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { listQueries, removeQuery } from "../api/query-calls.ts";
import { useRead } from "../api/use-read.ts";
import { CopyButton, IconButton, PrimaryButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { SearchField } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { LoadFailure } from "../design/notice.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { ScrollPage } from "../page/scroll-page.tsx";
import { QueryResults } from "./query-results.tsx";
import { SaveQuery } from "./save-query.tsx";
import { SearchResults } from "./search-results.tsx";

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
	const { data, isError, error, refetch } = useRead(["queries"], listQueries);
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
							onClick={() => void attempt(() => removeQuery(id), `Removed “${name}”.`, ["queries"])}
						/>
					</li>
				))}
			</ul>
		</section>
	);
}
