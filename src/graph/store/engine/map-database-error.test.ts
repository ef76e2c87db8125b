import { expect, test } from "vitest";
import {
	ConflictError,
	EntityNotFoundError,
	InvalidInputError,
	StoreUnavailableError,
} from "../../model/errors.ts";
import { mapDatabaseError } from "./create-db.ts";

const leak = { message: 'relation "entity" secret', detail: "Key (id)=(1)", constraint: "entity_pkey" };

test.each([
	["22001", InvalidInputError],
	["23502", InvalidInputError],
	["23514", InvalidInputError],
	["23503", ConflictError],
	["23505", ConflictError],
	["23P01", ConflictError],
	["54000", InvalidInputError],
	["40001", StoreUnavailableError],
	["57014", StoreUnavailableError],
	["EPIPE", StoreUnavailableError],
	["ECONNRESET", StoreUnavailableError],
	[undefined, StoreUnavailableError],
])("%s", (code, expected) => {
	const raw = Object.assign(new Error(), leak, { code });
	const error = mapDatabaseError(raw);
	expect(error).toBeInstanceOf(expected);
	expect(error.cause).toBe(raw);
	expect(error.message + JSON.stringify(error)).not.toMatch(/entity|secret|Key/);
});

test("an error of ours passes unchanged", () => {
	const error = new EntityNotFoundError();
	expect(mapDatabaseError(error)).toBe(error);
});
