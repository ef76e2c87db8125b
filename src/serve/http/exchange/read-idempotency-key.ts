import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Principal } from "../../../graph/model/access.ts";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { IdempotencyKey } from "../../../graph/store/write/idempotency.ts";

const FORM = /^[\x21-\x7e]{1,200}$/;

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Under which key the writes of a request are remembered; undefined when it carries none or writes nothing. */
export function readIdempotencyKey(input: {
	readonly context: Context;
	readonly principal: Principal;
	readonly retry: "reads" | "remembered" | "recognised" | "refused" | undefined;
	readonly body: unknown;
}): IdempotencyKey | undefined {
	const { context, principal, retry = "remembered", body } = input;
	const key = context.req.header("idempotency-key");
	if (key === undefined || context.req.method === "GET" || retry === "reads") return undefined;
	if (retry === "refused") {
		throw new InvalidInputError(
			"This route cannot promise to act only once. Send the request without an Idempotency-Key.",
			{ field: "idempotency-key" },
			"idempotency_unsupported",
		);
	}
	if (!FORM.test(key)) {
		throw new InvalidInputError(
			"An Idempotency-Key takes 1 to 200 visible characters, such as a UUID.",
			{ field: "idempotency-key" },
			"invalid_idempotency_key",
		);
	}
	const { workspaceId, accountId, grant } = principal;
	const { pathname, search } = new URL(context.req.url);
	// If-Match is part of what is asked: the same change made from another version is another change.
	const precondition = context.req.header("if-match") ?? "";
	const request = [context.req.method, pathname + search, precondition, JSON.stringify(body ?? null)];
	return {
		...{ workspaceId, key },
		actor:
			grant === undefined ? accountId : `${accountId} ${hash(JSON.stringify(grant)).toString("base64url")}`,
		requestHash: hash(request.join("\n")),
	};
}
