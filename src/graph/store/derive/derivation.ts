import type { AccessSet } from "../../model/access.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Queryable } from "../engine/db.ts";

/** A write whose rows are in the database while its derived rows are not yet. */
export interface Derivation {
	readonly tx: Queryable;
	/** The rights of the writer: a name or a reference finds only what they may read. */
	readonly access: AccessSet;
	readonly kinds: KindRegistry;
	readonly now: string;
}
