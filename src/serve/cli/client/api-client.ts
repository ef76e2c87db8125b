import type { Problem } from "../../../graph/model/describe-problem.ts";
import { SkeinError } from "../../../graph/model/errors.ts";

export type Send = (path: string, init: RequestInit) => Promise<Response>;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface ClientInput extends Pick<ApiClient, "isServer" | "close"> {
	readonly send: Send;
}

/** Calls the API of a running server, or of the same app in this process over the store itself. */
export class ApiClient {
	/** Whether a server answers, which goes on running when the command has ended. */
	readonly isServer: boolean;
	readonly close: () => Promise<void>;
	readonly #send: Send;

	constructor({ isServer, send, close }: ClientInput) {
		this.isServer = isServer;
		this.close = close;
		this.#send = send;
	}

	get = <Answer>(path: string): Promise<Answer> => this.#call("GET", path);
	post = <Answer>(path: string, body?: object): Promise<Answer> => this.#call("POST", path, body);
	patch = <Answer>(path: string, body: object): Promise<Answer> => this.#call("PATCH", path, body);
	put = <Answer>(path: string, body: object): Promise<Answer> => this.#call("PUT", path, body);
	delete = <Answer>(path: string): Promise<Answer> => this.#call("DELETE", path);

	/** For answers that come piece by piece. */
	async open(method: Method, path: string, body?: object): Promise<Response> {
		const response = await this.#send(path, {
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

	async #call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
		return (await (await this.open(method, path, body)).json()) as Answer;
	}
}
