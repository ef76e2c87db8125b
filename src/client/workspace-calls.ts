import type { Answer, Body } from "../contract/frozen.ts";
import type { definedKindSchema, fieldSchema, kindsSchema } from "../contract/kind.ts";
import type { modelChangeSchema, modelsSchema } from "../contract/model.ts";
import type { statusSchema } from "../contract/operation.ts";
import type {
	groupSchema,
	memberSchema,
	mePatchSchema,
	meSchema,
	newMemberSchema,
	projectRightsSchema,
} from "../contract/people.ts";
import type { settingsSchema } from "../contract/settings.ts";
import type { newTokenSchema, tokenAnswerSchema, tokensSchema } from "../contract/token.ts";
import type { CallOptions, Connection, Written } from "./connection.ts";

export type Me = Answer<typeof meSchema>;

export type ProfileKey = keyof Me["profile"];

type AnsweredKind = Answer<typeof kindsSchema>["kinds"][number];

export type KindState = AnsweredKind["states"][number];

export type FieldType = Body<typeof fieldSchema>["type"];

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

export type KindDefinition = Pick<Kind, "label" | "fields"> &
	Partial<Pick<Kind, "plural" | "icon" | "hue" | "light_fields">>;

export type DefinedKind = Kind & Pick<Answer<typeof definedKindSchema>, "unconverted">;

export type Member = Answer<typeof memberSchema>;

export type Group = Answer<typeof groupSchema>;

export type ProjectRights = Answer<typeof projectRightsSchema>;

export type ProjectRole = ProjectRights["members"][number]["role"];

export type Token = Answer<typeof tokensSchema>["tokens"][number];

export type Settings = Answer<typeof settingsSchema>;

export type Status = Answer<typeof statusSchema>;

/** How many entities an index holds, how many wait, and why some could not be indexed. */
export type IndexCoverage = Status["index"]["words"] & Partial<NonNullable<Status["index"]["meaning"]>>;

export type Models = Answer<typeof modelsSchema>;

export type OfferedModel = Models["models"][number];

/** A model as a person sets it up; a key left out stays as it is. */
export type ModelEntry = Answer<typeof modelChangeSchema>["models"][number];

/** Calls about the caller, and about the workspace as a whole. */
export const makeWorkspaceCalls = (connection: Connection) => ({
	me: (options?: CallOptions): Promise<Me> => connection.get("/api/me", options),

	changeMe: (patch: Body<typeof mePatchSchema>) => connection.write<Me>("PATCH", "/api/me", patch),

	signIn: (email: string, password: string) =>
		connection.write<unknown>("POST", "/api/session", { email, password }),

	signOut: () => connection.write<unknown>("DELETE", "/api/session"),

	status: (options?: CallOptions): Promise<Status> => connection.get("/api/status", options),

	settings: (options?: CallOptions): Promise<Settings> => connection.get("/api/settings", options),

	changeSettings: (patch: Partial<Pick<Settings, "language" | "context">>) =>
		connection.write<Settings>("PATCH", "/api/settings", patch),
});

/** Calls about kinds: those that ship, and those that users define. */
export const makeKindCalls = (connection: Connection) => ({
	list: connection.list<Kind>("kinds"),

	create: (kind: string, definition: KindDefinition) =>
		connection.write<DefinedKind>("POST", "/api/kinds", { kind, ...definition }),

	change: (kind: string, definition: KindDefinition) =>
		connection.write<DefinedKind>("PATCH", `/api/kinds/${encodeURIComponent(kind)}`, definition),

	remove: (kind: string) => connection.write<unknown>("DELETE", `/api/kinds/${encodeURIComponent(kind)}`),
});

/** Calls about the people of the workspace. */
export const makeMemberCalls = (connection: Connection) => ({
	list: connection.list<Member>("members"),

	add: (member: Body<typeof newMemberSchema>) => connection.write<Member>("POST", "/api/members", member),

	setRole: (id: string, role: Me["role"]) =>
		connection.write<Member>("PATCH", `/api/members/${id}`, { role }),

	remove: (id: string) => connection.write<Member>("DELETE", `/api/members/${id}`),
});

export const makeGroupCalls = (connection: Connection) => ({
	list: connection.list<Group>("groups"),

	create: (name: string) => connection.write<Group>("POST", "/api/groups", { name }),

	remove: (id: string) => connection.write<Group>("DELETE", `/api/groups/${id}`),

	setMember: (id: string, accountId: string, belongs: boolean) =>
		connection.write<Group>(belongs ? "PUT" : "DELETE", `/api/groups/${id}/members/${accountId}`),
});

const rightsOf = (id: string): string => `/api/projects/${encodeURIComponent(id)}/members`;

/** Calls about who may see and change a project. */
export const makeProjectCalls = (connection: Connection) => ({
	rights: (id: string, options?: CallOptions): Promise<ProjectRights> =>
		connection.get(rightsOf(id), options),

	setVisibility: (id: string, visibility: ProjectRights["visibility"]) =>
		connection.write<ProjectRights>("PATCH", rightsOf(id), { visibility }),

	/** Sets the role of a member; null takes it away. */
	setMember: (id: string, accountId: string, role: ProjectRole | null): Promise<Written<ProjectRights>> =>
		role === null
			? connection.write("DELETE", `${rightsOf(id)}/${accountId}`)
			: connection.write("POST", rightsOf(id), { account_id: accountId, role }),
});

export const makeTokenCalls = (connection: Connection) => ({
	list: connection.list<Token>("tokens"),

	create: (token: Body<typeof newTokenSchema>) =>
		connection.write<Answer<typeof tokenAnswerSchema>>("POST", "/api/tokens", token),

	revoke: (id: string) => connection.write<unknown>("DELETE", `/api/tokens/${id}`),
});

/** Calls about the language models of the workspace. */
export const makeModelCalls = (connection: Connection) => ({
	read: (options?: CallOptions): Promise<Models> => connection.get("/api/models", options),

	set: (wish: { readonly models: readonly ModelEntry[]; readonly chain: readonly string[] }) =>
		connection.write<Models>("PUT", "/api/models", wish),
});
