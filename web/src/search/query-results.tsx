import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { skein } from "../api/skein.ts";
import { countOf } from "../design/format.tsx";
import { Notice } from "../design/notice.tsx";
import { EntityLines } from "../entities/entity-link.tsx";

interface QueryResultsProps {
	readonly wql: string;
	/** The entity that `{this}` refers to. */
	readonly about?: string;
	readonly limit?: number;
}

/** Shows the results of a query now; for a query that cannot be parsed, the error and its position. */
export function QueryResults({ wql, about, limit = 100 }: QueryResultsProps) {
	const answer = useQuery({
		queryKey: ["query", wql, about ?? null, limit],
		queryFn: () => skein.query({ wql, limit, ...(about !== undefined && { this: about }) }),
		placeholderData: keepPreviousData,
		retry: false,
	});
	if (answer.isError) {
		return (
			<Notice tone="quiet" title="The query cannot be run yet">
				{answer.error.message}
			</Notice>
		);
	}
	if (answer.data === undefined) return <div className="skeleton h-32" />;
	const { rows, total, truncated } = answer.data;
	return (
		<section aria-label="What the query finds" className="flex flex-col gap-1">
			<p role="status" className="text-12 text-ink-faint">
				Finds {countOf(total, "row")}
				{truncated ? `, the first ${rows.length} are here` : ""}
			</p>
			<EntityLines entities={rows} />
		</section>
	);
}
