/** The server answered, and the answer is a problem document. */
export class ProblemError extends Error {
	readonly status: number;
	readonly code: string;
	/** The other members of the problem document: where the fault is, or the row as somebody else left it. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(status: number, code: string, details: Readonly<Record<string, unknown>>, message: string) {
		super(message);
		this.name = "ProblemError";
		this.status = status;
		this.code = code;
		this.details = details;
	}
}

/** The server did not answer at all. */
export class UnreachableError extends Error {
	readonly code = "server_unreachable";

	constructor(cause: unknown) {
		super("The Skein server did not answer.", { cause });
		this.name = "UnreachableError";
	}
}

export interface CallOptions {
	readonly signal?: AbortSignal;
}

/** The answer to a write, and the change it made, by which it can be undone. */
export interface Written<T> {
	readonly answer: T;
	readonly changeId: string | null;
}

type Method = "POST" | "PATCH" | "PUT" | "DELETE";

export interface ConnectionOptions {
	/** Where the server is, such as `http://127.0.0.1:4747`; empty for the server that a page came from. */
	readonly url?: string;
	/** From `skein token create`; a page that is signed in needs none. */
	readonly token?: string;
	/** Sends the requests; the `fetch` of the platform otherwise. */
	readonly fetch?: typeof globalThis.fetch;
}

/** The way to one server, as one caller. Every answer that is not a success becomes an error with a code. */
export class Connection {
	readonly #url: string;
	readonly #token: string | undefined;
	readonly #fetch: typeof globalThis.fetch | undefined;

	constructor({ url = "", token, fetch }: ConnectionOptions = {}) {
		this.#url = url.endsWith("/") ? url.slice(0, -1) : url;
		this.#token = token;
		this.#fetch = fetch;
	}

	/** Fetches; for answers that come piece by piece. */
	async open(path: string, init: RequestInit = {}): Promise<Response> {
		// Looked up at each call: a page may replace it, and a browser refuses one that is called as a method.
		const send = this.#fetch ?? globalThis.fetch;
		let response: Response;
		try {
			const headers = new Headers(init.headers);
			if (this.#token !== undefined) headers.set("authorization", `Bearer ${this.#token}`);
			response = await send(this.#url + path, { credentials: "same-origin", ...init, headers });
		} catch (error) {
			if (init.signal?.aborted) throw error;
			throw new UnreachableError(error);
		}
		if (!response.ok) throw await readProblem(response);
		return response;
	}

	async get<T>(path: string, options: CallOptions = {}): Promise<T> {
		const response = await this.open(path, { headers: { accept: "application/json" }, ...options });
		return (await response.json()) as T;
	}

	/** Returns a call that reads the whole list under its name. */
	list<T>(name: string, path = `/api/${name}`): (options?: CallOptions) => Promise<readonly T[]> {
		return async (options) =>
			(await this.get<Readonly<Record<string, readonly T[]>>>(path, options))[name] as readonly T[];
	}

	async write<T>(
		method: Method,
		path: string,
		body?: unknown,
		options: CallOptions = {},
	): Promise<Written<T>> {
		const response = await this.open(path, {
			method,
			headers: {
				accept: "application/json",
				...(body !== undefined && { "content-type": "application/json" }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			...options,
		});
		return readWritten(response);
	}

	/** Sends a request that makes no change to undo, and returns its answer. */
	async post<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
		return (await this.write<T>("POST", path, body, options)).answer;
	}

	/** Sends a file as it is. */
	async sendFile<T>(method: "POST" | "PUT", path: string, file: Blob): Promise<Written<T>> {
		const headers = { accept: "application/json", "content-type": "application/octet-stream" };
		return readWritten(await this.open(path, { method, body: file, headers }));
	}
}

async function readProblem(response: Response): Promise<ProblemError> {
	const body: unknown = await response.json().catch(() => null);
	const problem = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
	const code = String(problem.code ?? `http_${response.status}`);
	const message = String(problem.detail ?? problem.title ?? response.statusText);
	return new ProblemError(response.status, code, problem, message);
}

const readWritten = async <T>(response: Response): Promise<Written<T>> => ({
	answer: (await response.json()) as T,
	changeId: response.headers.get("skein-change"),
});
