import { SkeinError } from "./errors.ts";

/** The one table from HTTP statuses to error codes; a code that is not here is a bad request. */
const CODES: Readonly<Partial<Record<ProblemStatus, string>>> = {
	400: "idempotency_unsupported",
	401: "unauthenticated wrong_password",
	403: "forbidden forbidden_origin",
	404: "not_found",
	409: `conflict stale_version id_taken overtaken kind_taken too_many_kinds member_exists last_owner
		last_admin token_shown kind_in_use import_overtaken chat_busy already_decided approval_expired
		approval_altered always_not_offered question_unknown query_name_taken proposal_stale
		approval_withheld rights_changed`,
	413: "too_large",
	415: "unsupported_media_type",
	422: `budget_too_small idempotency_key_reused query_too_costly too_costly no_model text_too_short
		model_refused_key model_refused_request`,
	428: "version_missing",
	429: "too_many_requests too_many_imports",
	503: `summary_unfinished model_rate_limited model_unavailable model_bad_answer model_stalled
		store_locked store_unavailable stopping`,
};
const STATUS: ReadonlyMap<string, ProblemStatus> = new Map(
	Object.entries(CODES).flatMap(([status, codes]) =>
		codes.split(/\s+/).map((code) => [code, Number(status) as ProblemStatus] as const),
	),
);

export interface Problem {
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code: string;
	readonly [extension: string]: unknown;
}

const TITLES = {
	400: "The request cannot be understood",
	401: "Sign in first",
	403: "Not allowed",
	404: "Not found",
	409: "Something else changed first",
	413: "Too large",
	415: "Not a form we read",
	422: "The request cannot be fulfilled",
	429: "Too many at once",
	428: "Say what you have changed",
	500: "Something went wrong on our side",
	503: "Not available right now",
} as const;

type ProblemStatus = keyof typeof TITLES;

/** An error as a problem document. One that nobody foresaw shows nothing of our insides. */
export function describeProblem(error: unknown): Problem & { readonly status: ProblemStatus } {
	const known = error instanceof SkeinError ? error : null;
	const status = known ? (STATUS.get(known.code) ?? 400) : 500;
	return {
		...known?.details,
		type: "about:blank",
		title: TITLES[status],
		status,
		detail:
			known?.message ?? "Nothing was changed. Try again; if it happens again, look at the server's log.",
		code: known?.code ?? "internal",
	};
}
