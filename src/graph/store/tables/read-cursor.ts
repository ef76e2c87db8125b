import { InvalidInputError } from "../../model/errors.ts";
import { isId } from "../../model/ids.ts";

/** The place in a list by time and id after which its next page begins. */
export const encodeCursor = (at: string, id: string): string =>
	Buffer.from(JSON.stringify([at, id])).toString("base64url");

/** Without a cursor, a list begins at its start. */
export function readCursor(
	cursor: string | undefined,
): readonly [at: string, id: string] | readonly [null, null] {
	if (!cursor) return [null, null];
	try {
		const [at, id]: unknown[] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
		if (typeof at === "string" && typeof id === "string" && isId(id) && !Number.isNaN(Date.parse(at)))
			return [at, id];
	} catch {
		// A cursor that is not JSON is as unusable as one of the wrong shape; both are answered below.
	}
	throw new InvalidInputError("This cursor is not one we gave out. Start again without a cursor.", {
		field: "cursor",
	});
}
