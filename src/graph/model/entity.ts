import type { z } from "zod";
import type { edgeSchema, newEdgeSchema } from "../../contract/edge.ts";
import type { entitySchema } from "../../contract/entity.ts";
import { entityPatchSchema, newEntitySchema } from "../../contract/entity-request.ts";
import type { dueState, visibilitySchema } from "../../contract/fields.ts";
import type { Answer, Body } from "../../contract/frozen.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Files by their path, each with the hash of its bytes. */
export type HeldFiles = Readonly<Record<string, string>>;

export type Visibility = z.infer<typeof visibilitySchema>;

/**
 * One thing of the graph, of any kind, exactly as it is stored. The kind's own fields (priority, due_at, …) are in
 * `props`, together with anything else the user keeps there.
 */
export interface Entity extends Omit<Answer<typeof entitySchema>, keyof typeof dueState | "props"> {
	/** Null for what belongs to the workspace; a project is its own project. */
	readonly project_id: string | null;
	/** Other names, former titles among them: a rename rewrites nobody's text, old links find their target here. */
	readonly aliases: readonly string[];
	readonly props: JsonObject;
	/** No request sets them: a caller that could name a path could read files that were removed before. */
	readonly held_files: HeldFiles;
	/** Whose it is when private. `created_by` is attribution and grants nothing. */
	readonly owner_id: string;
}

/** An entity without its long texts: all that selecting, walking and listing ask for. */
export type EntityHeader = Omit<Entity, "body" | "description">;

export interface NewEntity extends Omit<Body<typeof newEntitySchema>, "props"> {
	readonly id?: string;
	readonly props?: JsonObject;
}

export interface EntityPatch extends Omit<Body<typeof entityPatchSchema>, "props" | "version"> {
	/** Merged key by key; null removes a key. */
	readonly props?: JsonObject;
}

/** The columns that a change of an entity and a new one may give. */
export const PATCH_NAMES = Object.keys(entityPatchSchema.shape).filter((name) => name !== "version");
export const NEW_ENTITY_NAMES = ["id", ...Object.keys(newEntitySchema.shape)];

/** A relation in its canonical direction; read from both ends. */
export type Edge = Answer<typeof edgeSchema>;

/** Where an edge comes from: stated by a person or agent, or derived from text or a reference field. */
export type EdgeOrigin = Edge["origin"];

export type EdgeEnds = Pick<Edge, "src_id" | "rel" | "dst_id">;

/** Two stated edges of one key are one edge. */
export const edgeKey = ({ src_id, rel, dst_id }: EdgeEnds): string => `${src_id} ${rel} ${dst_id}`;

export interface NewEdge extends Body<typeof newEdgeSchema> {
	readonly id?: string;
}

/** No title is longer, nor what a link or a question names. One sign may become eighteen letters. */
const LONGEST_FOLDED = 4_000;

/** How titles are compared: one folding for links, aliases and look-ups by name. A text that is no title equals only itself. */
export function foldTitle(title: string): string {
	if (title.length > LONGEST_FOLDED) return title;
	return title.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Whether the texts, names and properties of a row are what every reader takes them for: a file or a damaged row may hold anything. */
export const isShaped = (row: Readonly<Partial<Record<keyof Entity, unknown>>>): boolean =>
	[row.title, row.body, row.description].every((text) => typeof text === "string") &&
	Array.isArray(row.aliases) &&
	row.aliases.every((alias) => typeof alias === "string") &&
	isObject(row.props);

/** Each other name once, without the title itself. */
export const tidyAliases = (aliases: readonly string[], title: string): readonly string[] =>
	[...new Set(aliases.map((alias) => alias.trim()))].filter((alias) => alias !== "" && alias !== title);
