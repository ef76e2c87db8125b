import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from "ai";
import { ModelError, type ModelFailureCode } from "./model-error.ts";
import type { ModelConnection, Patience } from "./open-model.ts";

/** The stream closed before the answer was finished. */
export class AnswerCutError extends Error {}

/** The answer came whole and makes no sense. */
export class AnswerUnreadableError extends Error {}

/** Anything thrown while asking a provider becomes one of our typed failures, without the provider's words. */
export function classifyFailure(error: unknown, { family, model }: ModelConnection): ModelError {
	if (error instanceof ModelError) return error;
	const where = { provider: family.name, model };
	if (isUnreadable(error)) return new ModelError("model_bad_answer", where);

	if (APICallError.isInstance(error)) {
		// The client wraps what breaks while it opens the stream; a stall of ours may be inside.
		if (error.cause instanceof ModelError) return error.cause;
		const status = error.statusCode ?? 0;
		if (status < 300) return classifyNetworkFailure(error, where);
		return classifyReport({
			where,
			status,
			words: readWords(parseJson(error.responseBody)),
			...readRetryAfter(error.responseHeaders ?? {}),
		});
	}
	// An error frame inside a stream arrives as the bare object that the provider sent.
	if (!(error instanceof Error)) return classifyReport({ where, words: readWords(error) });
	return classifyNetworkFailure(error, where);
}

type Where = { readonly provider: string; readonly model: string };

function isUnreadable(error: unknown): boolean {
	if (InvalidResponseDataError.isInstance(error)) return error.data !== undefined; // no data: the stream was cut
	return (
		error instanceof AnswerUnreadableError ||
		error instanceof SyntaxError ||
		JSONParseError.isInstance(error) ||
		TypeValidationError.isInstance(error)
	);
}

interface Report {
	readonly where: Where;
	readonly status?: number;
	/** The provider's own type and code of the error, as far as they are words and not sentences. */
	readonly words: string;
	readonly retryAfterSeconds?: number;
}

function classifyReport({ where, words, retryAfterSeconds, ...report }: Report): ModelError {
	const status = report.status ?? Number(/\b[45]\d\d\b/.exec(words)?.[0] ?? Number.NaN);
	const code = chooseCode(status, words);
	return new ModelError(code, {
		...where,
		...(report.status === undefined ? {} : { status: report.status }),
		...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
		...(/insufficient_quota|billing/.test(words) ? { retryable: false } : {}),
	});
}

const codesByWord: readonly (readonly [RegExp, ModelFailureCode])[] = [
	[/AI_JSONParseError|AI_TypeValidationError/, "model_bad_answer"],
	[/rate_limit|insufficient_quota/, "model_rate_limited"],
	[/authentication|permission|api_key/, "model_refused_key"],
	[/invalid_request|not_found|too_large|context_length/, "model_refused_request"],
];

/** A refusal by status is plain; above that the words decide, as a first frame that is an error comes as a 500. */
function chooseCode(status: number, words: string): ModelFailureCode {
	if (status === 429) return "model_rate_limited";
	if (status === 401 || status === 403) return "model_refused_key";
	if (status === 408 || status === 409 || status === 425) return "model_unavailable";
	if (status >= 300 && status < 500) return "model_refused_request";
	return codesByWord.find(([word]) => word.test(words))?.[1] ?? "model_unavailable";
}

function classifyNetworkFailure(error: Error, where: Where): ModelError {
	const network = readNetworkCode(error);
	// The runtime has timeouts of its own, five minutes each; to the caller they are the same silence.
	const code = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(network ?? "") ? "model_stalled" : "model_unavailable";
	return new ModelError(code, { ...where, ...(network === undefined ? {} : { network }) });
}

/** Returns the pause before the next attempt, if there is one. A stall has used up the caller's patience already, and a bad answer costs a whole answer to try again. */
export function secondsBeforeRetry(
	failure: ModelError,
	attempt: number,
	patience: Patience,
): number | undefined {
	const passing = failure.code === "model_rate_limited" || failure.code === "model_unavailable";
	if (!passing || !failure.retryable || attempt >= patience.retries) return undefined;
	const pause = failure.details.retryAfterSeconds ?? patience.retrySeconds * 2 ** attempt;
	return pause <= patience.longestRetrySeconds ? pause : undefined;
}

function readNetworkCode(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	return "code" in error && typeof error.code === "string" ? error.code : readNetworkCode(error.cause);
}

function readWords(body: unknown): string {
	const outer = asRecord(body);
	const frame = asRecord(outer.error ?? outer);
	return [frame.type, frame.code, frame.name]
		.filter((word) => typeof word === "string" || typeof word === "number")
		.join(" ");
}

function readRetryAfter(headers: Readonly<Record<string, string>>): { retryAfterSeconds?: number } {
	const written = headers["retry-after"] ?? "";
	const choices = [
		Number.parseFloat(headers["retry-after-ms"] ?? "") / 1_000,
		/^\s*[\d.]+\s*$/.test(written) ? Number(written) : (Date.parse(written) - Date.now()) / 1_000,
	];
	const seconds = choices.find((choice) => Number.isFinite(choice));
	return seconds === undefined ? {} : { retryAfterSeconds: Math.max(0, seconds) };
}

function parseJson(text: string | undefined): unknown {
	try {
		return JSON.parse(text ?? "");
	} catch {
		return undefined;
	}
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
