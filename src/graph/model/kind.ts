import { cutText } from "./cut-text.ts";
import type { Entity, EntityHeader } from "./entity.ts";
import type { Field } from "./field.ts";
import type { Json } from "./json.ts";
import { listPhrases } from "./list-phrases.ts";
import type { OwnKindDefinition } from "./own-kind.ts";
import type { ReaderDays } from "./reader-days.ts";
import type { Direction } from "./relations.ts";

export interface State {
	readonly key: string;
	/** Nothing more is expected to happen to an entity in a terminal state. */
	readonly terminal?: true;
	/** Work is going on; such entities come first where only a few can be shown. */
	readonly active?: true;
	/** Work would go on if something else let it. */
	readonly blocked?: true;
	/** Nothing is open any more, though more may be done about it. */
	readonly settled?: true;
}

/** The graph around one entity, as a kind may query it; the answers hold only entities the reader may see. */
export interface Surroundings {
	related(query: {
		readonly of: string;
		readonly rel: string;
		readonly direction: Direction;
		readonly kind?: string;
	}): readonly { readonly id: string; readonly state_key: string | null }[];
	linksOf(id: string): readonly {
		readonly edge: { readonly rel: string };
		readonly other: { readonly id: string };
		readonly seenFrom: Direction;
	}[];
}

export type Related = ReturnType<Surroundings["related"]>;

/** A piece of information about an entity besides its title and state, under the name a field would have. */
export interface Fact {
	readonly name: string;
	readonly value: Json;
	/** The fact is cut to this many characters, and shown only where there is room for more than a line. */
	readonly longest?: number;
	/** Says how the entity is filed and not what state it is in: a model needs it, and people do not look for it. */
	readonly filing?: true;
}

/** Some entities of a kind that appear in the context of their project. */
export interface SlicePick {
	/** How many appear there in their light form. */
	readonly limit: number;
	/** The others follow by title; without this they are only counted. */
	readonly titlesBeyond?: true;
	/** Also what no stored edge joins to the project within two steps. */
	readonly everyMember?: true;
	readonly fits?: (node: EntityHeader, days: ReaderDays) => boolean;
	/** Which comes first; equal ones are ordered by id. */
	readonly compare: (a: EntityHeader, b: EntityHeader) => number;
}

/** One line of the light form: a column, a declared field or something derived, possibly clipped. */
export interface LightField {
	readonly name: string;
	readonly clip?: number;
	readonly read?: (entity: Entity) => Json | undefined;
	readonly derive?: (entity: Entity, around: Surroundings) => Json | undefined;
}

/** Light fields that are shown as they are, by their names with blanks between them; `body:200` is clipped there. */
export const columns = (names: string): readonly LightField[] =>
	names.split(" ").map((column) => {
		const [name = "", clip] = column.split(":");
		return clip === undefined ? { name } : { name, clip: Number(clip) };
	});

/** Lists what some relations join to an entity: "has_task > task" leads from it to tasks, "blocks <" to it from anything. */
export const follow = (text: string): ((id: string, around: Surroundings) => Related) => {
	const ways = listPhrases(text).map((way) => {
		const [rel = "", sign, kind] = way.split(" ");
		return { rel, direction: sign === ">" ? "outgoing" : "incoming", ...(kind && { kind }) } as const;
	});
	return (id, around) => ways.flatMap((way) => around.related({ of: id, ...way }));
};

/** Their ids, each once. */
export const followIds = (text: string): ((entity: Pick<Entity, "id">, around: Surroundings) => string[]) => {
	const list = follow(text);
	return ({ id }, around) => [...new Set(list(id, around).map((node) => node.id))];
};

/** States with commas between them, each with its mark: "todo, in_progress active, done terminal". */
export const states = (text: string): readonly State[] =>
	listPhrases(text).map((state) => {
		const [key = "", mark] = state.split(" ");
		return { key, ...(mark !== undefined && { [mark]: true }) };
	});

/** Entities of another kind that count as an entity's own, and the relations that a question for them uses. */
export interface Gathering {
	readonly kind: string;
	readonly over: readonly string[];
	readonly list: (id: string, around: Surroundings) => Related;
}

/** A kind answers for itself: everything shared code wants to know about it is declared here. */
export interface Kind {
	readonly kind: string;
	readonly plural: string;
	readonly label: string;
	readonly alsoCalled?: readonly string[];
	/** The name of the title and the body in the light and full forms. */
	readonly titleName: "name" | "title" | "text";
	readonly bodyName: string;
	/** In a project, in the workspace (linked from any project), or, for what is itself a project, in themselves. */
	readonly scope: "project" | "workspace" | "self";
	/** Its body is a text of its own that people link to by title, as notes and documents are. */
	readonly writesProse?: true;
	/** Its entities are tables; this field names the kind whose entities are the rows. */
	readonly rowsNamedBy?: string;
	readonly fields: readonly Field[];
	readonly states: readonly State[];
	readonly initialState: string | null;
	/** The field that is its state, where people name one so. A value given for it becomes the state and is stored nowhere else. */
	readonly stateField?: string;
	readonly light: readonly LightField[];
	/** Questions that ask for this kind in so many words, and how well it then fits; by stem, so that inflections count. */
	readonly askedFor?: { readonly words: RegExp; readonly score: number };
	/** The dates that say when something is to be done, by the names of their fields. */
	readonly dates?: { readonly start?: string; readonly due?: string; readonly decided?: string };
	readonly assignedBy?: string;
	/** Things that count as its own though something is between them, and the relations by which a question asks for them. */
	readonly gathers?: readonly Gathering[];
	/** The entities in the context of their project, pick after pick, none twice. Absent: they are only counted. */
	readonly slice?: readonly SlicePick[];
	/** How much it matters in a picture of its project when nothing has been asked; more is shown first. */
	readonly weigh?: (node: EntityHeader) => number;
	/** The facts shown wherever it appears in the context of its project, even where there is room for one line only. */
	readonly tell?: (node: EntityHeader, around: Surroundings, days: ReaderDays) => readonly Fact[];
	/** The heading for its entities among linked ones when they are linked by a dependency. */
	readonly dependencyHeading?: string;
	/** A lucide icon and an OKLCH hue, used wherever the kind is shown. */
	readonly icon: string;
	readonly hue: number;
	/** A kind that users made: what they wrote. */
	readonly definition?: OwnKindDefinition;
}

/** What most kinds have alike may be left out of a declaration. A new entity is in the first of the states. */
export const declareKind = (
	declared: Pick<Kind, "kind" | "bodyName" | "light" | "icon" | "hue"> & Partial<Kind>,
): Kind => ({
	plural: `${declared.kind}s`,
	label: declared.kind.slice(0, 1).toUpperCase() + declared.kind.slice(1),
	titleName: "title",
	scope: "project",
	fields: [],
	states: [],
	initialState: declared.states?.[0]?.key ?? null,
	...declared,
});

/** A title as it appears in lines and nodes: a kind whose title is a whole text says where it is cut. */
export const shortTitle = ({ light, titleName }: Kind, title: string): string =>
	cutText(title, light.find(({ name }) => name === titleName)?.clip ?? Infinity);

export const isTerminal = (kind: Kind, stateKey: string | null): boolean =>
	kind.states.some((state) => state.key === stateKey && state.terminal === true);

export const isOpen = (kind: Kind, stateKey: string | null): boolean =>
	!kind.states.some((state) => state.key === stateKey && (state.terminal || state.settled));

export const isActive = (kind: Kind, stateKey: string | null): boolean =>
	kind.states.some((state) => state.key === stateKey && state.active === true);

/** Every word that questions ask for a kind by, in small letters. */
export const wordsOf = (named: Pick<Kind, "plural" | "kind" | "label" | "alsoCalled">): readonly string[] =>
	[named.plural, named.kind, named.label, ...(named.alsoCalled ?? [])].map((word) =>
		word.trim().toLowerCase(),
	);

/** A person, by account and by the names that others write into fields. */
export interface Person {
	readonly accountId: string;
	readonly names: readonly string[];
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().trim();

/** The names in the field by which a kind assigns its entities: a list, or one text. */
export function listAssignees(
	{ assignedBy }: Kind,
	{ props }: Pick<EntityHeader, "props">,
): readonly string[] {
	const named = assignedBy === undefined ? [] : [props[assignedBy] ?? []].flat();
	return named.map(String).filter((name) => name !== "");
}

/** Whether something is assigned to a person; what is assigned to nobody is theirs when they own it. */
export function isTheirs(
	kind: Kind,
	node: Pick<EntityHeader, "props" | "owner_id">,
	{ accountId, names }: Person,
): boolean {
	const assignees = listAssignees(kind, node);
	if (assignees.length === 0) return node.owner_id === accountId;
	return assignees.some((name) => names.some((own) => fold(own) === fold(name)));
}

type Placed = Pick<EntityHeader, "id" | "project_id">;

export const CONTEXT_DOCUMENT_TYPE = "document.context.project";

/** True only when a stored edge joins an entity to its project: belonging to the project is no edge. */
export const isJoinedToProject = ({ id, project_id }: Placed, around: Surroundings): boolean =>
	project_id !== null && around.linksOf(id).some(({ other }) => other.id === project_id);

/** The one document that says what a project is about. */
export const isContextDocument = (
	node: Placed & Pick<EntityHeader, "type_key">,
	around: Surroundings,
): boolean =>
	node.type_key === CONTEXT_DOCUMENT_TYPE ||
	around
		.linksOf(node.id)
		.some(({ edge, seenFrom }) => edge.rel === "has_context_document" && seenFrom === "incoming");
