import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { listQueries, removeQuery } from "../api/query-calls.ts";
import { IconButton } from "../design/icon-button.tsx";
import { LoadFailure } from "../design/load-failure.tsx";
import { useAttempt } from "../design/use-attempt.ts";

/** The queries that the reader keeps; each opens where it runs. */
export function KeptQueries() {
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
