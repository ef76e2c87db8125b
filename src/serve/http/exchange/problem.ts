import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { describeProblem } from "../../../graph/model/describe-problem.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import { describeAccess } from "./locate-mcp.ts";
import { noteProblem } from "./observe-requests.ts";

export const problemSchema = z
	.object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), code: z.string() })
	.loose()
	.openapi("Problem");

export function answerProblem(context: Context, error: unknown): Response {
	const problem = describeProblem(error);
	// The caller learns nothing of our insides; the operator of the server must be able to find the cause.
	const isExplained = error instanceof SkeinError && error.cause === undefined;
	noteProblem(context, problem.code, problem.status >= 500 && !isExplained ? error : undefined);
	return context.body(JSON.stringify(problem), problem.status, {
		"content-type": "application/problem+json",
		...(problem.status === 401 && { "www-authenticate": describeAccess(context) }),
		...(typeof problem.retry_after === "number" && { "retry-after": String(problem.retry_after) }),
	});
}
