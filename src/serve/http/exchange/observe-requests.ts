import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, MiddlewareHandler } from "hono";
import { newId } from "../../../graph/model/ids.ts";
import { describeHttpFailure, type FailureReport } from "./describe-http-failure.ts";

/** The record of a request: enough to find what is slow or broken, nothing of its content or of the answer's. */
export interface RequestRecord {
	readonly time: string;
	readonly request_id: string;
	readonly method: string;
	/** The pattern, not the address: addresses contain ids and questions. */
	readonly route: string;
	readonly status: number;
	readonly ms: number;
	readonly principal: "person" | "agent" | "none";
	/** The code of a problem document. */
	readonly code?: string;
	readonly failure?: FailureReport;
}

export type RequestLog = (record: RequestRecord) => void;

/** Files of the web app, and unknown paths. */
const OUTSIDE = "*";
const tracer = trace.getTracer("skein");

/** Keeps a handler's failure for the record. */
export function noteProblem(context: Context, code: string, error: unknown): void {
	context.set("problemCode", code);
	if (error !== undefined) context.set("failure", error);
}

/** Gives every request an id, a span and a line in the log. */
export function observeRequests(options: {
	readonly log?: RequestLog | undefined;
	readonly isStopping: () => boolean;
}): MiddlewareHandler {
	const { log, isStopping } = options;
	return (context, next) =>
		tracer.startActiveSpan(context.req.method, { kind: SpanKind.SERVER }, async (span) => {
			const requestId = newId();
			const begin = performance.now();
			try {
				await next();
			} finally {
				const { method } = context.req;
				const { status } = context.res;
				const route: string = context.get("route") ?? OUTSIDE;
				context.res.headers.set("x-request-id", requestId);
				// Kept open, a busy connection would hold up a stopping server until its time limit.
				if (isStopping()) context.res.headers.set("connection", "close");
				span.updateName(`${method} ${route}`);
				span.setAttributes({
					"http.request.method": method,
					"http.route": route,
					"http.response.status_code": status,
				});
				if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
				span.end();
				const code: string | undefined = context.get("problemCode");
				const failure: unknown = context.get("failure");
				log?.({
					time: new Date().toISOString(),
					request_id: requestId,
					method,
					route,
					status,
					ms: Math.round((performance.now() - begin) * 10) / 10,
					principal: context.get("principalKind") ?? "none",
					...(code !== undefined && { code }),
					...(failure !== undefined && { failure: describeHttpFailure(failure) }),
				});
			}
		});
}
