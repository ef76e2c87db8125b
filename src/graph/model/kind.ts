import type { Entity } from "./entity.ts";
import type { Field } from "./field.ts";
import type { Json } from "./json.ts";
import type { Direction } from "./relations.ts";

export interface State {
	readonly key: string;
	/** Nothing more is expected to happen to an entity in a terminal state. */
	readonly terminal?: true;
	/** Work is going on; such entities come first where only a few can be shown. */
	readonly active?: true;
}

/** What a kind may ask of the graph around one of its entities; the answer holds only what the reader may see. */
export interface Surroundings {
	related(query: {
		readonly of: string;
		readonly rel: string;
		readonly direction: Direction;
		readonly kind?: string;
	}): readonly { readonly id: string; readonly state_key: string | null }[];
}

/** One line of the light form: a column, a declared field or something derived, possibly clipped. */
export interface LightField {
	readonly name: string;
	readonly clip?: number;
	readonly read?: (entity: Entity) => Json | undefined;
	readonly derive?: (entity: Entity, around: Surroundings) => Json | undefined;
}

/** A kind answers for itself: everything shared code wants to know about it is declared here. */
export interface Kind {
	readonly kind: string;
	readonly plural: string;
	readonly label: string;
	/** What the light and full forms call the title and the body. */
	readonly titleName: "name" | "title" | "text";
	readonly bodyName: string;
	/**
	 * Where its entities live: in a project, in the workspace (they may then be linked from any project), or, for
	 * what is itself a project, in themselves.
	 */
	readonly scope: "project" | "workspace" | "self";
	/** Its body is a text of its own that people link to by title, as notes and documents are. */
	readonly writesProse?: true;
	readonly fields: readonly Field[];
	readonly states: readonly State[];
	readonly initialState: string | null;
	readonly light: readonly LightField[];
	/** Questions that ask for this kind in so many words, and how well it then fits; by stem, so that inflections count. */
	readonly askedFor?: { readonly words: RegExp; readonly score: number };
	/** Where its entities stand among linked ones when they are linked by a dependency. */
	readonly dependencyHeading?: string;
	/** A lucide icon and an OKLCH hue, used wherever the kind is shown. */
	readonly icon: string;
	readonly hue: number;
}

export const isTerminal = (kind: Kind, stateKey: string | null): boolean =>
	kind.states.some((state) => state.key === stateKey && state.terminal === true);

export const isActive = (kind: Kind, stateKey: string | null): boolean =>
	kind.states.some((state) => state.key === stateKey && state.active === true);
