/**
 * Every failure a caller can cause or must handle has a stable code and says what to do next. Absent, forbidden and
 * deleted things share one class, so that an answer never reveals which of these it is.
 */
export class SkeinError extends Error {
	readonly code: string;
	readonly details: Readonly<Record<string, unknown>>;

	constructor(
		code: string,
		message: string,
		options: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = new.target.name;
		this.code = code;
		this.details = options.details ?? {};
	}
}

/** The input does not have the expected form; `details` names the field and the expected form. */
export class InvalidInputError extends SkeinError {
	constructor(message: string, details: Readonly<Record<string, unknown>> = {}, code = "invalid_input") {
		super(code, message, { details });
	}
}

/** Absent, forbidden or deleted: the same words for all three. */
export class EntityNotFoundError extends SkeinError {
	constructor(what = "entity") {
		super("not_found", `No such ${what}, or you may not read it. Check the id, or search for it by name.`);
	}
}

export class ForbiddenError extends SkeinError {
	constructor(message: string) {
		super("forbidden", message);
	}
}

/** Somebody else wrote first; `details.current` holds the row as it is now. */
export class ConflictError extends SkeinError {
	constructor(message: string, details: Readonly<Record<string, unknown>> = {}, code = "conflict") {
		super(code, message, { details });
	}
}

/** The parts that must be in a context do not fit; `details.parts` names them with their tokens. */
export class BudgetTooSmallError extends SkeinError {
	constructor(budget: number, parts: readonly { name: string; tokens: number }[]) {
		const needed = parts.reduce((sum, part) => sum + part.tokens, 0);
		const named = parts.map((part) => `${part.name} (${part.tokens})`).join(", ");
		super(
			"budget_too_small",
			`A budget of ${budget} tokens cannot hold what must be in this context: ${named}. Ask for at least ${needed}.`,
			{ details: { budget, needed, parts } },
		);
	}
}

export class StoreLockedError extends SkeinError {
	constructor(folder: string, pid: number) {
		super(
			"store_locked",
			`The data folder ${folder} is in use by process ${pid}. Stop that process, or let this command talk to it.`,
			{ details: { folder, pid } },
		);
	}
}

export class StoreUnavailableError extends SkeinError {
	constructor(message: string, cause?: unknown) {
		super("store_unavailable", message, { cause });
	}
}
