/** What the server says, in the words of its JSON. Stored records keep snake_case keys; the rest is camelCase. */

export interface Me {
	readonly id: string;
	readonly email: string | null;
	readonly display_name: string;
	readonly role: "owner" | "admin" | "member" | "guest";
	readonly profile: Readonly<Partial<Record<ProfileKey, string>>>;
	readonly workspace: { readonly id: string; readonly name: string };
	readonly model: Model | null;
}

export type ProfileKey = "role" | "time_zone" | "language" | "answer_style" | "about";

export interface Model {
	readonly id: string;
	readonly provider: string;
}

export interface Kind {
	readonly kind: string;
	readonly label: string;
	readonly plural: string;
	readonly icon: string;
	readonly hue: number;
	readonly states: readonly KindState[];
	readonly fields: readonly KindField[];
	readonly built_in: boolean;
}

export interface KindState {
	readonly key: string;
	readonly terminal?: boolean;
	readonly active?: boolean;
	readonly blocked?: boolean;
	readonly settled?: boolean;
}

export type FieldType =
	| "text"
	| "email"
	| "date"
	| "json"
	| "text_list"
	| "note_ref"
	| "number"
	| "select"
	| "entity_ref"
	| "entity_ref_list"
	| "computed";

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

export interface Entity {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
	readonly state_key: string | null;
	readonly type_key: string | null;
	readonly project_id: string | null;
	readonly aliases: readonly string[];
	readonly body: string;
	readonly description: string;
	readonly props: Readonly<Record<string, unknown>>;
	readonly visibility: "inherit" | "private" | "restricted";
	readonly owner_id: string;
	readonly created_at: string;
	readonly updated_at: string;
	readonly archived_at: string | null;
	readonly version: number;
}

export interface Suggestion {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
	readonly project_id: string | null;
	readonly project_title?: string | null;
	readonly state_key: string | null;
}

export interface Focus {
	readonly kind: string;
	readonly id: string;
}

/** How much of an entity is in the prompt, from all of it to its title alone. */
export type ItemForm = "full" | "clipped" | "light" | "title";

export interface PathStep {
	readonly id: string;
	readonly title: string;
	readonly relation?: string;
	readonly direction?: "outgoing" | "incoming";
}

export interface ScoreParts {
	readonly semantic: number;
	readonly structural: number;
	readonly recency: number;
	readonly typeMatch: number;
	readonly userAffinity: number;
}

export interface ContextItem {
	readonly id: string;
	readonly ref?: string;
	readonly kind: string;
	readonly title: string;
	readonly form: ItemForm;
	readonly content: string;
	readonly relevance: number;
	readonly tokens: number;
	readonly because: {
		readonly collector: string;
		readonly path: readonly PathStep[];
		readonly scores: ScoreParts;
		readonly reason: string;
	};
}

export interface ContextSection {
	readonly type: string;
	readonly title: string;
	readonly tokenCount: number;
	readonly frameTokens?: number;
	readonly items: readonly ContextItem[];
}

export interface OmittedItem {
	readonly id: string;
	readonly kind?: string;
	readonly title?: string;
	readonly reason: string;
	readonly tokens?: number;
}

export interface ContextPayload {
	readonly id: string;
	readonly revision: number | string;
	readonly sections: readonly ContextSection[];
	readonly omitted: readonly OmittedItem[];
	readonly metadata: {
		readonly totalTokens: number;
		/** What stands outside all sections: they and this add up to the total. */
		readonly frameTokens?: number;
		readonly usedTokens?: number;
		readonly remainingBudget?: number;
		readonly budget: { readonly total: number };
		readonly tokenizer: string;
		readonly collectorsUsed: readonly string[];
		readonly collectorsFailed?: readonly { readonly name: string; readonly reason: string }[];
		readonly blocksIncluded: number;
		readonly blocksConsidered: number;
		readonly timings: Readonly<Record<string, number>>;
		readonly layers: readonly { readonly name: string; readonly hash: string; readonly tokens: number }[];
		readonly degraded?: boolean;
	};
	readonly serialized: string;
}

export interface ContextRequest {
	readonly query: string;
	readonly type: "chat";
	readonly focus?: Focus;
	readonly mentions?: readonly string[];
	readonly pins?: readonly string[];
}

export interface MessageRequest {
	readonly text: string;
	readonly focus?: Focus;
	readonly mentionedEntityIds?: readonly string[];
	readonly mentionedNoteIds?: readonly string[];
}

/** What a `[n]` in an answer stands for. Numbers count what is cited in the order it is first cited. */
export interface CitedItem {
	readonly n: number;
	readonly id: string;
	readonly ref: string;
	readonly title: string;
}

export interface AnswerEnd {
	readonly state: "answered" | "stopped" | "failed";
	readonly model: Model | null;
	readonly usage?: { readonly inputTokens?: number; readonly outputTokens?: number } | null;
	readonly error?: { readonly code: string; readonly message: string } | null;
}

/** The server answered, and the answer is a problem document. */
export class ProblemError extends Error {
	readonly status: number;
	readonly code: string;
	readonly title: string;
	/** What else the problem document says: where the fault is, or the row as somebody else left it. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(problem: {
		status: number;
		code: string;
		title: string;
		detail: string;
		details?: Record<string, unknown>;
	}) {
		super(problem.detail);
		this.name = "ProblemError";
		this.status = problem.status;
		this.code = problem.code;
		this.title = problem.title;
		this.details = problem.details ?? {};
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
	const title = String(problem.title ?? response.statusText);
	return new ProblemError({
		status: response.status,
		code: String(problem.code ?? `http_${response.status}`),
		title,
		detail: String(problem.detail ?? title),
		details: problem,
	});
}

export interface CallOptions {
	readonly signal?: AbortSignal;
}

export async function getJson<T>(path: string, options: CallOptions = {}): Promise<T> {
	const response = await fetchOrThrow(path, { headers: { accept: "application/json" }, ...options });
	return (await response.json()) as T;
}

async function postJson<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
	const response = await fetchOrThrow(path, {
		method: "POST",
		headers: { "content-type": "application/json", accept: "application/json" },
		body: JSON.stringify(body),
		...options,
	});
	const text = await response.text();
	return (text === "" ? null : JSON.parse(text)) as T;
}

/** What a write answered, and the change it made, by which it can be undone. */
export interface Written<T> {
	readonly answer: T;
	readonly changeId: string | null;
}

export async function write<T>(
	method: "POST" | "PATCH" | "PUT" | "DELETE",
	path: string,
	body?: unknown,
): Promise<Written<T>> {
	const response = await fetchOrThrow(path, {
		method,
		headers: {
			accept: "application/json",
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { answer: (await response.json()) as T, changeId: response.headers.get("skein-change") };
}

export function getMe(options?: CallOptions): Promise<Me> {
	return getJson("/api/me", options);
}

export async function listKinds(options?: CallOptions): Promise<readonly Kind[]> {
	const answer = await getJson<{ kinds: readonly Kind[] }>("/api/kinds", options);
	return answer.kinds;
}

export interface EntityList {
	readonly entities: readonly Entity[];
	readonly total: number;
	readonly next_cursor: string | null;
}

export interface EntityFilter {
	readonly kind?: string;
	readonly project_id?: string;
	readonly state_key?: string;
	readonly q?: string;
	readonly limit?: number;
	readonly cursor?: string;
}

export function listEntities(filter: EntityFilter, options?: CallOptions): Promise<EntityList> {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(filter)) {
		if (value !== undefined && value !== "") parameters.set(name, String(value));
	}
	return getJson(`/api/entities?${parameters}`, options);
}

export async function suggest(
	trigger: "@" | "[[",
	q: string,
	options?: CallOptions,
): Promise<readonly Suggestion[]> {
	const parameters = new URLSearchParams({ trigger, q });
	const answer = await getJson<{ suggestions: readonly Suggestion[] }>(`/api/suggest?${parameters}`, options);
	return answer.suggestions;
}

export function buildContext(request: ContextRequest, options?: CallOptions): Promise<ContextPayload> {
	return postJson("/api/context", request, options);
}

export function createChat(options?: CallOptions): Promise<{ readonly id: string }> {
	return postJson("/api/chats", {}, options);
}

export async function stopChat(chatId: string, options?: CallOptions): Promise<void> {
	await postJson(`/api/chats/${chatId}/stop`, {}, options);
}
