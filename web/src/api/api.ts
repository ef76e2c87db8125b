import type { contextRequestSchema } from "../../../src/contract/context-request.ts";
import type { entityPageSchema, entitySchema } from "../../../src/contract/entity.ts";
import type { Citation } from "../../../src/contract/event.ts";
import type { Answer, Body } from "../../../src/contract/frozen.ts";
import type { kindsSchema } from "../../../src/contract/kind.ts";
import type { contextPayloadSchema } from "../../../src/contract/payload.ts";
import type { meSchema } from "../../../src/contract/people.ts";
import type { suggestionsSchema } from "../../../src/contract/search.ts";
import type { Field } from "../../../src/graph/model/field.ts";
import type { EntityFilter } from "../../../src/graph/store/rows.ts";

/**
 * The types of the server's answers, with the keys of their JSON. Stored records keep snake_case keys; the rest is
 * camelCase.
 */

export type Me = Answer<typeof meSchema>;

export type ProfileKey = keyof Me["profile"];

type AnsweredKind = Answer<typeof kindsSchema>["kinds"][number];

export type KindState = AnsweredKind["states"][number];

export type FieldType = Field["type"];

/** A field, with every option optional: an option that its type does not have is missing. */
export interface KindField {
	readonly name: string;
	readonly type: FieldType;
	readonly label?: string;
	readonly rel?: string;
	readonly options?: readonly string[];
	readonly kind?: string;
	readonly query?: string;
	readonly min?: number;
	readonly max?: number;
	readonly integer?: boolean;
}

export interface Kind extends Omit<AnsweredKind, "fields"> {
	readonly fields: readonly KindField[];
}

export type Entity = Answer<typeof entitySchema>;

export type Suggestion = Answer<typeof suggestionsSchema>["suggestions"][number];

export type ContextPayload = Answer<typeof contextPayloadSchema>;

export type ContextSection = ContextPayload["sections"][number];

export type ContextItem = ContextSection["items"][number];

/** How much of an entity is in the prompt, from all of it to its title alone. */
export type ItemForm = ContextItem["form"];

export type PathStep = ContextItem["because"]["path"][number];

export type ScoreParts = ContextItem["because"]["scores"];

export type OmittedItem = ContextPayload["omitted"][number];

export type ContextRequest = Body<typeof contextRequestSchema>;

/** The entity behind a `[n]` in an answer. Numbers follow the order of first citation. */
export type CitedItem = Citation;

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

/** Fetches, and turns every answer that is not a success into an error with a code. */
export async function fetchOrThrow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(input, { credentials: "same-origin", ...init });
	} catch (error) {
		if (init?.signal?.aborted) throw error;
		throw new UnreachableError(error);
	}
	if (!response.ok) throw await readProblem(response);
	return response;
}

async function readProblem(response: Response): Promise<ProblemError> {
	const body: unknown = await response.json().catch(() => null);
	const problem = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
	const code = String(problem.code ?? `http_${response.status}`);
	const message = String(problem.detail ?? problem.title ?? response.statusText);
	return new ProblemError(response.status, code, problem, message);
}

export interface CallOptions {
	readonly signal?: AbortSignal;
}

export async function getJson<T>(path: string, options: CallOptions = {}): Promise<T> {
	const response = await fetchOrThrow(path, { headers: { accept: "application/json" }, ...options });
	return (await response.json()) as T;
}

/** Returns the list under one key of an answer. */
export async function getList<T>(key: string, path: string, options?: CallOptions): Promise<readonly T[]> {
	const answer = await getJson<Readonly<Record<string, unknown>>>(path, options);
	return answer[key] as readonly T[];
}

/** Returns a call that reads a whole list under its name. */
export const listOf =
	<T>(key: string) =>
	(options?: CallOptions) =>
		getList<T>(key, `/api/${key}`, options);

/** The answer to a write, and the change it made, by which it can be undone. */
export interface Written<T> {
	readonly answer: T;
	readonly changeId: string | null;
}

export async function write<T>(
	method: "POST" | "PATCH" | "PUT" | "DELETE",
	path: string,
	body?: unknown,
	options: CallOptions = {},
): Promise<Written<T>> {
	const response = await fetchOrThrow(path, {
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
export const post = async <T>(path: string, body: unknown, options?: CallOptions): Promise<T> =>
	(await write<T>("POST", path, body, options)).answer;

/** Sends a file as it is. */
export const sendFile = async <T>(method: "POST" | "PUT", path: string, file: Blob): Promise<Written<T>> =>
	readWritten(
		await fetchOrThrow(path, {
			...{ method, body: file },
			headers: { accept: "application/json", "content-type": "application/octet-stream" },
		}),
	);

const readWritten = async <T>(response: Response): Promise<Written<T>> => ({
	answer: (await response.json()) as T,
	changeId: response.headers.get("skein-change"),
});

export const getMe = (options?: CallOptions): Promise<Me> => getJson("/api/me", options);

export const listKinds = listOf<Kind>("kinds");

/** Lists are requested in full, so that each row is an entity. */
export interface EntityList extends Omit<Answer<typeof entityPageSchema>, "entities"> {
	readonly entities: readonly Entity[];
}

export function listEntities(filter: EntityFilter, options?: CallOptions): Promise<EntityList> {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(filter)) {
		if (value !== undefined && value !== "") parameters.set(name, String(value));
	}
	return getJson(`/api/entities?${parameters}`, options);
}

export const suggest = (
	trigger: "@" | "[[",
	q: string,
	options?: CallOptions,
): Promise<readonly Suggestion[]> =>
	getList("suggestions", `/api/suggest?${new URLSearchParams({ trigger, q })}`, options);

export const buildContext = (request: ContextRequest, options?: CallOptions): Promise<ContextPayload> =>
	post("/api/context", request, options);

export const createChat = (): Promise<{ readonly id: string }> => post("/api/chats", {});

export const stopChat = (chatId: string) => post<unknown>(`/api/chats/${chatId}/stop`, {});
