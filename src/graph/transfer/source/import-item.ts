import type { NewEntity } from "../../model/entity.ts";
import { hashContent } from "../../model/hash-content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import type { InferredField, Loss } from "./import-report.ts";
import type { MappedKey, TableMapping } from "./table-mapping.ts";

/** A thing ready to be written. Props that an earlier import may have set and this one does not are null. */
export interface LoadedItem {
	readonly entity: NewEntity;
	readonly hash: string;
	readonly archived?: boolean;
	readonly files?: readonly LoadedFile[];
}

export interface LoadedFile {
	readonly path: string;
	readonly hash: string;
	readonly bytes: Uint8Array;
}

/** A relation to another item of the source, stated as an edge once both are there. */
export interface ImportLink {
	readonly rel: string;
	readonly to: string;
	/** It leads from the other item to this one. */
	readonly inverse?: true;
	readonly text?: string;
}

/** A reference field, by the external ids it names. */
export interface ImportReference {
	readonly field: string;
	readonly to: readonly string[];
	readonly list: boolean;
}

/** The props of reference fields, with ids in the place of names. */
export const fillReferences = (
	references: readonly ImportReference[],
	idOf: (name: string) => string | undefined,
): JsonObject =>
	Object.fromEntries(
		references.map(({ field, to, list }) => {
			const ids = to.flatMap((name) => idOf(name) ?? []);
			return [field, list ? ids : (ids[0] ?? null)];
		}),
	);

/** One thing of a source. Its content is loaded when its turn comes: a source may be larger than memory. */
export interface ImportItem {
	readonly externalId: string;
	readonly kind: string;
	readonly title: string;
	/** Decides whether it has changed since it was last imported. What follows a `+` is not content of its own. */
	readonly hash: string;
	/** The item, earlier in the list, that is the project it goes into. */
	readonly project?: string;
	readonly links?: readonly ImportLink[];
	readonly references?: readonly ImportReference[];
	/** How many bytes of files it brings along: a batch holds only so many. */
	readonly fileBytes?: number;
	/** Nothing holds its text any more, and to load it takes as long as the survey of it did. */
	readonly isReadAgain?: true;
	load(): Promise<LoadedItem | { readonly loss: Loss }>;
}

export interface Survey {
	/** Names the folder, account or file that the external ids belong to. */
	readonly source: string;
	readonly items: readonly ImportItem[];
	readonly kinds: readonly OwnKindDefinition[];
	readonly fields: readonly (InferredField & { readonly kind: string })[];
	readonly losses: readonly Loss[];
	/** How the source was read, where that is not what one would expect; nothing is lost by it. */
	readonly remarks?: readonly string[];
	/** How columns or keys were read, so that it can be saved and changed. */
	readonly mapping?: TableMapping;
	/** Of frontmatter: each key with what its values suggest. */
	readonly keys?: readonly MappedKey[];
}

/** Records of the importer itself, among those of items: edges it has stated, reference fields it has filled. */
export const EDGE_RECORD = "\u0001edge ";
export const REFERENCE_RECORD = "\u0001references ";
export const isInternalRecord = (externalId: string): boolean => externalId.startsWith("\u0001");

export const contentOf = (hash: string): string => hash.split("+", 1)[0] ?? hash;

export const hashOf = (value: unknown): string => hashContent(JSON.stringify(value));

/** An item whose content the survey holds already. */
export function makeItem(
	input: Pick<ImportItem, "externalId" | "project" | "links" | "references"> & {
		readonly entity: NewEntity;
		readonly archived?: boolean;
	},
): ImportItem {
	const { entity, archived = false, externalId, ...rest } = input;
	const hash = hashOf([entity, archived]);
	return {
		...rest,
		externalId,
		kind: entity.kind,
		title: entity.title,
		hash,
		load: () => Promise.resolve({ entity, hash, archived }),
	};
}
