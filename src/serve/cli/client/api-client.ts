import type { Problem } from "../../../graph/model/describe-problem.ts";
import { SkeinError } from "../../../graph/model/errors.ts";

export type Send = (path: string, init: RequestInit) => Promise<Response>;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type ApiClient = ReturnType<typeof createApiClient>;

/** Calls the API of a running server, or of the same app in this process over the store itself. */
export function createApiClient(input: {
	/** Whether a server answers, which goes on running when the command has ended. */
	readonly isServer: boolean;
	readonly send: Send;
	readonly close: () => Promise<void>;
}) {
	const { isServer, send, close } = input;

	/** For answers that come piece by piece. */
	async function open(method: Method, path: string, body?: object): Promise<Response> {
		const response = await send(path, {
			method,
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { "content-type": "application/json" },
			}),
		});
		if (response.ok) return response;
		const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
		const {
			code = "internal",
			detail = "The server gave an answer that cannot be read.",
			...details
		} = problem;
		throw new SkeinError(code, detail, { details });
	}

	const call = async <Answer>(method: Method, path: string, body?: object): Promise<Answer> =>
		(await (await open(method, path, body)).json()) as Answer;
	return {
		...{ isServer, close, open },
		get: <Answer>(path: string) => call<Answer>("GET", path),
		post: <Answer>(path: string, body?: object) => call<Answer>("POST", path, body),
		patch: <Answer>(path: string, body: object) => call<Answer>("PATCH", path, body),
		put: <Answer>(path: string, body: object) => call<Answer>("PUT", path, body),
		delete: <Answer>(path: string) => call<Answer>("DELETE", path),
	};
}
