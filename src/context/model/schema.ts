/** A kind as a writing program needs to know it. */
export interface SchemaKind {
	readonly kind: string;
	/** "priority (number from 1 to 5)" */
	readonly fields: readonly string[];
	/** In their order, the first being that of a new entity; "done (final)". */
	readonly states: readonly string[];
	/** "has_task → task" */
	readonly relations: readonly string[];
}

/** The kinds and relations that can be written. */
export interface SchemaContent {
	readonly as: "schema";
	/** Those that the request is about first. */
	readonly kinds: readonly SchemaKind[];
	/** Relations that join entities of any kind. */
	readonly relations: readonly string[];
}
