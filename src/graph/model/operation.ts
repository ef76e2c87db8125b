import type { EntityPatch, HeldFiles, NewEdge, NewEntity } from "./entity.ts";
import type { OwnKindDefinition } from "./own-kind.ts";

/** One step of a write. A list of them is one transaction, one change and one revision. */
export type Operation =
	| { readonly op: "create"; readonly entity: NewEntity; readonly heldFiles?: HeldFiles }
	| {
			readonly op: "update";
			readonly id: string;
			readonly version: number;
			readonly patch: EntityPatch;
			/** In place of the files it held. Set by the store, which has the bytes, and never taken from a request. */
			readonly heldFiles?: HeldFiles;
	  }
	| { readonly op: "delete"; readonly id: string; readonly version?: number }
	| { readonly op: "restore"; readonly id: string }
	| { readonly op: "link"; readonly edge: NewEdge }
	| { readonly op: "unlink"; readonly id: string }
	/** Adds a kind of the workspace's own, or replaces it; values of its entities are converted. */
	| { readonly op: "define_kind"; readonly definition: OwnKindDefinition }
	/** Takes away a kind of which there are no entities left. */
	| { readonly op: "remove_kind"; readonly kind: string };
