import { SkeinError } from "./errors.ts";

/** The one table from error codes to HTTP; a code that is not here is a bad request. */
const STATUS: Readonly<Record<string, ProblemStatus>> = {
	not_found: 404,
	forbidden: 403,
	unauthenticated: 401,
	wrong_password: 401,
	forbidden_origin: 403,
	conflict: 409,
	stale_version: 409,
	id_taken: 409,
	overtaken: 409,
	kind_taken: 409,
	too_many_kinds: 409,
	member_exists: 409,
	last_owner: 409,
	last_admin: 409,
	token_shown: 409,
	kind_in_use: 409,
	import_overtaken: 409,
	chat_busy: 409,
	already_decided: 409,
	approval_expired: 409,
	approval_altered: 409,
	always_not_offered: 409,
	question_unknown: 409,
	query_name_taken: 409,
	proposal_stale: 409,
	approval_withheld: 409,
	rights_changed: 409,
	too_large: 413,
	unsupported_media_type: 415,
	version_missing: 428,
	budget_too_small: 422,
	idempotency_key_reused: 422,
	idempotency_unsupported: 400,
	too_many_requests: 429,
	too_many_imports: 429,
	query_too_costly: 422,
	too_costly: 422,
	no_model: 422,
	text_too_short: 422,
	model_refused_key: 422,
	model_refused_request: 422,
	summary_unfinished: 503,
	model_rate_limited: 503,
	model_unavailable: 503,
	model_bad_answer: 503,
	model_stalled: 503,
	store_locked: 503,
	store_unavailable: 503,
	stopping: 503,
};

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
	const status = known ? (STATUS[known.code] ?? 400) : 500;
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
