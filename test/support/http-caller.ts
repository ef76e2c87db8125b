import type { z } from "@hono/zod-openapi";
import { expect } from "vitest";
import { problemSchema } from "../../src/serve/http/exchange/problem.ts";

export interface CallOptions {
	readonly method?: string;
	readonly body?: unknown;
	/** Sent as it is, whether or not it is JSON. */
	readonly text?: string;
	readonly token?: string | null;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpCaller {
	call(path: string, options?: CallOptions): Promise<Response>;
	/** The answer, of which nothing is missing and nothing undocumented. */
	read<Schema extends z.ZodType>(
		schema: Schema,
		path: string,
		options?: CallOptions,
	): Promise<z.infer<Schema>>;
}

/** Text that no answer may contain: paths of our code, its libraries, its queries. */
export const SECRETS_OF_OURS = /\bat .+:\d+:\d+|node_modules|\/src\/|SELECT |INSERT |PGlite|zod/i;

/** Creates a function that sends requests as one person by default. */
export function createCaller(url: string, owner: string): HttpCaller {
	const call: HttpCaller["call"] = (path, options = {}) => {
		const { token = owner, body, text = body === undefined ? undefined : JSON.stringify(body) } = options;
		return fetch(url + path, {
			method: options.method ?? (text === undefined ? "GET" : "POST"),
			redirect: "manual",
			headers: {
				...(text !== undefined && { "content-type": "application/json" }),
				...(token !== null && { authorization: `Bearer ${token}` }),
				...options.headers,
			},
			...(text !== undefined && { body: text }),
		});
	};
	return {
		call,
		async read(schema, path, options) {
			const response = await call(path, options);
			const answer: unknown = await response.json();
			expect({ path, status: response.status, answer }).toMatchObject({
				path,
				status: expect.toSatisfy((n) => n < 300),
			});
			const checked = schema.parse(answer);
			expect(checked).toEqual(answer);
			return checked;
		},
	};
}

export async function expectProblem(response: Response, status: number, code: string): Promise<string> {
	const text = await response.text();
	expect({ status: response.status, text }).toMatchObject({ status });
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ status, code });
	expect(text).not.toMatch(SECRETS_OF_OURS);
	return text;
}
