import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { listQueries, removeQuery } from "../api/query-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { CopyButton } from "../design/copy-button.tsx";
import { IconButton } from "../design/icon-button.tsx";
import { LoadFailure } from "../design/load-failure.tsx";
import { PrimaryButton } from "../design/text-button.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { Columns } from "../page/columns.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { usePageTitle } from "../route/use-page-title.ts";
import { QueryResults } from "./query-results.tsx";
import { SaveQuery } from "./save-query.tsx";
import { SearchResults } from "./search-results.tsx";

/** Searches every text, or runs a query where one is written. */
export function SearchPage() {
	const { q = "", exact } = useSearch({ strict: false });
	const navigate = useNavigate();
	usePageTitle(q === "" ? "Search" : q);
	const [text, setText] = useState(q);
	useEffect(() => setText(q), [q]);

	function submit(event: FormEvent) {
		event.preventDefault();
		void navigate({ to: "/search", search: { q: text.trim() } });
	}

	return (
		<Columns>
			<PageHeader />
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto flex max-w-3xl flex-col gap-6 px-6 pb-16 max-md:px-4 max-md:pt-4">
					<h1 className="text-28 font-semibold tracking-tight">Search</h1>
					<search>
						<form onSubmit={submit} className="flex gap-2">
							<input
								type="search"
								aria-label="Words, or a query that begins with SELECT"
								value={text}
								onChange={(event) => setText(event.target.value)}
								placeholder="Words, or SELECT t FROM task WHERE t.due_at < today"
								className={`${fieldLook} h-9`}
							/>
							<PrimaryButton type="submit" className="h-9">
								Search
							</PrimaryButton>
						</form>
					</search>
					{q === "" && (
						<p className="text-13 text-ink-soft">
							Searches titles, texts and fields by words, by meaning where a meaning index is set up, and
							along links. A line that begins with SELECT is run as a query, and can be saved under a name.
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
				</div>
			</div>
		</Columns>
	);
}

/** The reader's saved queries; each opens where it runs. */
function KeptQueries() {
	const { data, isError, error, refetch } = useQuery({
		queryKey: ["queries"],
		queryFn: ({ signal }) => listQueries({ signal }),
	});
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
