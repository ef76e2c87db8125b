import { SkeinError } from "../../graph/model/errors.ts";

const failures = {
	model_rate_limited: { says: "is limiting requests", next: "Wait a little and ask again.", retryable: true },
	model_unavailable: {
		says: "could not be reached or broke off its answer",
		next: "Check that it is running and its address is right, then ask again.",
		retryable: true,
	},
	model_refused_key: {
		says: "did not accept the API key",
		next: "Set a valid key for this provider.",
		retryable: false,
	},
	model_refused_request: {
		says: "refused the request",
		next: "Check that the model exists, takes tools and has room for the prompt.",
		retryable: false,
	},
	model_bad_answer: {
		says: "sent an answer that cannot be read",
		next: "Ask again; if it happens again, choose another model.",
		retryable: true,
	},
	model_stalled: {
		says: "stopped sending",
		next: "Ask again, or allow it more time.",
		retryable: true,
	},
} as const;

export type ModelFailureCode = keyof typeof failures;

interface ModelFailureDetails {
	readonly provider: string;
	readonly model: string;
	readonly status?: number;
	/** The network's own error code, such as ECONNREFUSED. */
	readonly network?: string;
	readonly retryAfterSeconds?: number;
	/** Says otherwise than the code does: a spent quota, unlike a busy minute, does not pass by waiting. */
	readonly retryable?: boolean;
}

/**
 * The provider failed. Providers echo keys and prompts in their error texts, and the client library hangs the
 * whole request on its errors, so neither their message nor the error itself (as `cause`) is ever taken over.
 */
export class ModelError extends SkeinError {
	declare readonly code: ModelFailureCode;
	declare readonly details: Readonly<Record<string, unknown>> & ModelFailureDetails;
	readonly retryable: boolean;

	constructor(code: ModelFailureCode, details: ModelFailureDetails) {
		const { says, next, retryable } = failures[code];
		const status = details.status === undefined ? "" : ` (status ${details.status})`;
		super(code, `${details.provider} ${says} for ${details.model}${status}. ${next}`, {
			details: { ...details },
		});
		this.retryable = details.retryable ?? retryable;
	}
}

/** The settings name no usable model; `details.known` lists the providers. */
export class ModelSettingsError extends SkeinError {
	constructor(message: string, details: Readonly<Record<string, unknown>>) {
		super("model_settings_invalid", message, { details });
	}
}
