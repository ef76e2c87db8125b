import { ProblemError } from "../../../src/client/connection.ts";
import { LoadFailure } from "../design/notice.tsx";

/** Removed and unshared entities show the same message, as the server's answer is the same. */
export function AbsentEntity({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
	if (error instanceof ProblemError && error.status === 404) {
		return (
			<p className="py-6 text-13 text-ink-soft">
				There is nothing here for you: it was removed, or it is not shared with you.
			</p>
		);
	}
	return <LoadFailure what="This" error={error} onRetry={onRetry} />;
}
