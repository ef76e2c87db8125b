import { LoadFailure } from "./load-failure.tsx";

interface LoadStateProps {
	readonly query: {
		readonly isPending: boolean;
		readonly error: Error | null;
		readonly refetch: () => Promise<unknown>;
	};
	readonly what: string;
	/** The height of the placeholder while the data loads; without one there is no placeholder. */
	readonly height?: string;
}

/** A placeholder while a query loads, and its failure with a button to try again. */
export function LoadState({ query, what, height }: LoadStateProps) {
	if (query.isPending) return height === undefined ? null : <div className={`skeleton ${height}`} />;
	if (query.error === null) return null;
	return <LoadFailure what={what} error={query.error} onRetry={() => void query.refetch()} />;
}
