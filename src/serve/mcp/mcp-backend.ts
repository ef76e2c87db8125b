import type { ToolAnswer } from "../../chat/call-tool.ts";
import type { Decided } from "../../chat/decide-approval.ts";

/** An entity that a picker offers. */
export interface SuggestedEntity {
	readonly ref: string;
	readonly kind: string;
	readonly title: string;
	/** Where it was imported from, if another has its title. */
	readonly folder?: string | undefined;
}

/** A query that the caller keeps under a name. */
export interface NamedQuery {
	readonly name: string;
	readonly wql: string;
}

/**
 * The data behind the protocol, here or on a running server. Each call opens a session of its own: one that lived
 * longer would go on reading what the caller may no longer read, and miss newer changes.
 */
export interface McpBackend {
	/** Whether tools that write are offered at all; the right to write is checked at every call. */
	readonly mayWrite: boolean;
	callTool(name: string, input: unknown): Promise<ToolAnswer>;
	suggest(typed: string): Promise<readonly SuggestedEntity[]>;
	/** The caller's own; none for a token that is bound to projects. */
	listQueries(): Promise<readonly NamedQuery[]>;
	/** Only for a connection with a person's own session: a token confirms nothing. */
	readonly decide?: ((approvalId: string, decision: "once" | "deny") => Promise<Decided>) | undefined;
	/** Returns the address at which a person sees an entity. */
	linkTo(ref: string): string;
}

/** What resources and prompts are added with: `suggest` reports its failures and then offers nothing. */
export interface PickerInput extends Pick<McpBackend, "suggest"> {
	readonly backend: McpBackend;
	readonly onFailure: (error: unknown) => void;
}

export const TOOLSETS = ["default", "all", "chatgpt"] as const;
export type Toolset = (typeof TOOLSETS)[number];

export const isToolset = (name: string): name is Toolset => (TOOLSETS as readonly string[]).includes(name);
