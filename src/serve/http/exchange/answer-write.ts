import type { Context } from "hono";
import type { Session } from "../../../graph/graph.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import type { Committed } from "../../../graph/store/write/writer.ts";

/**
 * Returns the origin that the log names for a write of this session. Text that a program writes with a token does not
 * count as the person's own text, no matter who gave it the token.
 */
export const writeOrigin = ({ reader }: Session): string =>
	reader.access.principal.grant === undefined ? "http" : "http:token";

export const tagOf = (version: number): string => `"${version}"`;

/** A change in the form its writer receives it. */
interface WrittenChange {
	readonly change_id: string | null;
	readonly revision: string;
}

/** Answers a write with a body. The headers name the change, so that the caller can undo it. */
export type AnswerWrite = (
	committed: Pick<Committed, "change_id" | "revision">,
	body: object | ((written: WrittenChange) => object),
	status?: 200 | 201,
) => Response;

export const answerWriteOf =
	(context: Context, { cursors }: Pick<Session, "cursors">): AnswerWrite =>
	({ change_id, revision }, body, status = 200) => {
		const written = { change_id, revision: cursors.seal(revision, change_id) };
		const answer = typeof body === "function" ? body(written) : body;
		context.header("skein-revision", written.revision);
		if (change_id !== null) context.header("skein-change", change_id);
		if ("version" in answer && typeof answer.version === "number")
			context.header("etag", tagOf(answer.version));
		return context.json(answer, status);
	};

const TAG = /^(?:W\/)?"(\d{1,9})"$/;

/** Returns the version a change was made from, given as `version` or as If-Match; undefined when neither is there. */
export function readVersion(context: Context, version: number | undefined): number | undefined {
	const header = context.req.header("if-match");
	if (version !== undefined || header === undefined || header === "*") return version;
	const tag = TAG.exec(header)?.[1];
	if (tag !== undefined) return Number(tag);
	throw new SkeinError("invalid_input", "If-Match takes the ETag of one entity, or leave it out.", {
		details: { field: "if-match" },
	});
}

/** A change that does not name the version it was made from would overwrite what somebody else has written since. */
export function requireVersion(context: Context, version: number | undefined): number {
	const known = readVersion(context, version);
	if (known !== undefined) return known;
	throw new SkeinError(
		"version_missing",
		"Say which version you have changed: as version in the body, or its ETag as If-Match.",
		{ details: { field: "version" } },
	);
}
