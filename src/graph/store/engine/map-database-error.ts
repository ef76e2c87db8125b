import { ConflictError, InvalidInputError, SkeinError, StoreUnavailableError } from "../../model/errors.ts";

/** The parts of a driver's error that we read. */
interface DatabaseFailure {
	readonly code?: string;
}

/**
 * Maps each SQLSTATE to an error of ours, in this one place. The message names nothing of the database (tables,
 * constraints, values of other rows), because the caller sees it; the original stays in `cause`.
 */
export function mapDatabaseError(error: unknown): SkeinError {
	if (error instanceof SkeinError) return error;
	const state = readState(error);
	const known = exact.get(state) ?? byClass.get(state.slice(0, 2));
	if (known === undefined) {
		return new StoreUnavailableError(
			"The database did not answer as expected. Try again; if it keeps failing, look at the server's log.",
			error,
		);
	}
	return withCause(known(), error);
}

const exact: ReadonlyMap<string, () => SkeinError> = new Map([
	["23502", () => new InvalidInputError("A required value is missing. Add it and try again.")],
	[
		"23514",
		() => new InvalidInputError("A value is outside what is allowed there. Correct it and try again."),
	],
	[
		"23505",
		() =>
			new ConflictError("Something with the same key exists already. Read it, then change that one instead."),
	],
	[
		"23503",
		() => new ConflictError("This refers to something that does not exist, or that others still refer to."),
	],
]);

const byClass: ReadonlyMap<string, () => SkeinError> = new Map([
	[
		"22",
		() =>
			new InvalidInputError("A value cannot be stored in the form it was given. Correct it and try again."),
	],
	[
		"23",
		() => new ConflictError("This contradicts what is stored already. Read the current state and try again."),
	],
	[
		"54",
		() => new InvalidInputError("A value is too large or nested too deeply to be stored. Make it smaller."),
	],
]);

function readState(error: unknown): string {
	const code = (error as DatabaseFailure | null)?.code;
	return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}

/** Not enumerable: an error that is logged or sent as JSON must not carry the database's own words along. */
function withCause(error: SkeinError, cause: unknown): SkeinError {
	return Object.defineProperty(error, "cause", { value: cause, enumerable: false });
}
