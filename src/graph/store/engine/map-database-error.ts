import { ConflictError, InvalidInputError, SkeinError, StoreUnavailableError } from "../../model/errors.ts";

/** The caller sees the message: it names nothing of the database. The original stays in `cause`. */
export function mapDatabaseError(error: unknown): SkeinError {
	if (error instanceof SkeinError) return error;
	const state = readState(error);
	const known = KNOWN.find(([beginning]) => state.startsWith(beginning));
	if (known === undefined) {
		return new StoreUnavailableError(
			"The database did not answer as expected. Try again; if it keeps failing, look at the server's log.",
			error,
		);
	}
	const [, Known, message] = known;
	return withCause(new Known(message), error);
}

/** By the beginning of the state, the longer ones first. */
const KNOWN: readonly (readonly [
	state: string,
	make: new (message: string) => SkeinError,
	message: string,
])[] = [
	["23502", InvalidInputError, "A required value is missing. Add it and try again."],
	["23514", InvalidInputError, "A value is outside what is allowed there. Correct it and try again."],
	[
		"23505",
		ConflictError,
		"Something with the same key exists already. Read it, then change that one instead.",
	],
	["23503", ConflictError, "This refers to something that does not exist, or that others still refer to."],
	["22", InvalidInputError, "A value cannot be stored in the form it was given. Correct it and try again."],
	["23", ConflictError, "This contradicts what is stored already. Read the current state and try again."],
	["54", InvalidInputError, "A value is too large or nested too deeply to be stored. Make it smaller."],
];

function readState(error: unknown): string {
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}

/** Not enumerable: an error that is logged or sent as JSON must not carry the database's own words along. */
function withCause(error: SkeinError, cause: unknown): SkeinError {
	return Object.defineProperty(error, "cause", { value: cause, enumerable: false });
}
