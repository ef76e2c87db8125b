import { MOST_PINS } from "../../contract/limits.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { SkeinError } from "../../graph/model/errors.ts";
import { type Field, listReferences } from "../../graph/model/field.ts";
import { ComputedFields } from "../../graph/query/execute-query.ts";
import { Calendar } from "../../graph/query/query-dates.ts";
import { rowsOf } from "../../graph/query-graph.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import type { Candidate, ComputedValue, MentionPresentation } from "../model/candidate.ts";
import {
	callForDetails,
	type Findings,
	type ItemGroup,
	makeCandidate,
	makeGroup,
	NOTHING_FOUND,
} from "../model/findings.ts";
import { unite } from "../plan/list-work.ts";
import type { CollectScope } from "./collector.ts";
import { nameStep } from "./find-parents.ts";

/** An entity on the walk: what was mentioned, or what one of the others refers to. */
export interface MentionedEntity extends Omit<MentionPresentation, "as"> {
	readonly node: EntityHeader;
}

export interface MentionWalk {
	/** Breadth first: what was mentioned, then what that refers to, then what those refer to. */
	readonly entities: readonly MentionedEntity[];
	/** Notes that fields of these hold, in the order in which the walk came by them. */
	readonly noteIds: readonly string[];
	/** Mentioned ids that do not exist or may not be read. */
	readonly unknown: readonly string[];
	/** How many are referred to and were not followed any more. */
	readonly beyond: number;
}

const COMPUTED_SHOWN = 10;
/** Work is bounded by these: a list may name thousands, and each of them as many again. */
const MOST_ENTITIES = 100;
const MOST_REFERENCES = 200;

interface Step {
	readonly node: EntityHeader;
	readonly depth: 0 | 1 | 2;
	readonly via: Set<string>;
	readonly computed: Record<string, ComputedValue | null>;
}

class Walk {
	readonly #graph: GraphView;
	readonly #fields: ComputedFields;
	readonly #deepest: number;
	readonly #steps = new Map<string, Step>();
	readonly #notes = new Set<string>();
	readonly #beyond = new Set<string>();

	constructor(graph: GraphView, fields: ComputedFields, deepest: number) {
		this.#graph = graph;
		this.#fields = fields;
		this.#deepest = deepest;
	}

	run(mentioned: readonly EntityHeader[]): Omit<MentionWalk, "unknown"> {
		for (const node of mentioned) this.#add(node, 0);
		// A map goes on with what is added while it is walked, so this is breadth first, and each entity comes up once.
		for (const step of this.#steps.values()) this.#expand(step);
		return {
			entities: [...this.#steps.values()].map((step) => ({ ...step, via: [...step.via] })),
			noteIds: [...this.#notes],
			beyond: this.#beyond.size,
		};
	}

	#add(node: EntityHeader, depth: Step["depth"]): Step | undefined {
		if (this.#steps.size >= MOST_ENTITIES) {
			this.#beyond.add(node.id);
			return undefined;
		}
		const step: Step = { node, depth, via: new Set(), computed: {} };
		this.#steps.set(node.id, step);
		return step;
	}

	#expand(step: Step): void {
		for (const field of this.#graph.kinds.find(step.node.kind)?.fields ?? []) {
			if (field.type === "note_ref") this.#collectNotes(step, field);
			else if (step.depth < this.#deepest) this.#follow(step, field);
		}
	}

	#collectNotes({ node }: Step, { name }: Field): void {
		for (const target of this.#targets(node, name)) this.#notes.add(target.id);
	}

	#follow(step: Step, field: Field): void {
		if (field.type === "computed") step.computed[field.name] = this.#compute(step, field.name);
		else if (field.type === "entity_ref" || field.type === "entity_ref_list") {
			for (const target of this.#targets(step.node, field.name)) this.#refer(step, field.name, target);
		}
	}

	/** Lists the entities that a field names and the reader may see; archived ones are listed and not followed. */
	#targets({ props }: EntityHeader, field: string): readonly EntityHeader[] {
		return listReferences(props[field])
			.slice(0, MOST_REFERENCES)
			.flatMap((id) => this.#graph.node(id) ?? [])
			.filter((target) => target.archived_at === null);
	}

	#compute(step: Step, field: string): ComputedValue | null {
		try {
			const { rows, total } = this.#fields.read({ entityId: step.node.id, field, limit: COMPUTED_SHOWN });
			for (const { id } of rows) {
				const target = this.#graph.node(id);
				if (target?.archived_at === null) this.#refer(step, field, target);
			}
			return { ids: rows.map(({ id }) => id), more: total - rows.length };
		} catch (error) {
			// A query that no longer fits the kinds, or asks for too much, spoils its own field and nothing else.
			if (error instanceof SkeinError) return null;
			throw error;
		}
	}

	#refer({ node, depth }: Step, field: string, target: EntityHeader): void {
		if (target.id === node.id) return;
		const known = this.#steps.get(target.id) ?? this.#add(target, (depth + 1) as Step["depth"]);
		if (known && known.depth > 0) known.via.add(`@${node.title}.${field}`);
	}
}

/** The reader's day begins where they live; the first moment of a day elsewhere may be the day before. */
const firstMomentOf = (day: string, timeZone: string): Date =>
	new Date(new Calendar({ now: new Date(0), timeZone }).startOf(Date.parse(day)));

/** Follows reference fields and computed fields from the mentioned entities, each entity once, so that cycles end. */
export function walkMentions(input: {
	readonly graph: GraphView;
	readonly mentions: readonly string[];
	readonly deepest: number;
	readonly today: string;
	readonly timeZone: string;
}): MentionWalk {
	const { graph, mentions, deepest, today, timeZone } = input;
	const found = [...new Set(mentions)].map((name) => ({ name, node: graph.find(name) }));
	const now = firstMomentOf(today, timeZone);
	const fields = new ComputedFields({ kinds: graph.kinds, rows: rowsOf(graph), now, timeZone });
	const mentioned = new Map(found.flatMap(({ node }) => (node ? [[node.id, node]] : [])));
	return {
		...new Walk(graph, fields, deepest).run([...mentioned.values()]),
		unknown: found.flatMap(({ name, node }) => (node ? [] : [name])),
	};
}

/** Cached for all collectors that need it, so that computed fields do not run for each of them. */
async function recallMentions(scope: CollectScope): Promise<MentionWalk> {
	const { reader, recipe, today, timeZone } = scope;
	const { mentions = [] } = scope.request;
	const { mentionDepth: deepest } = recipe;
	const { value } = await reader.cache.get("walk mentions", [mentions, deepest, today, timeZone], () =>
		walkMentions({ graph: reader.graph, mentions, deepest, today, timeZone }),
	);
	return value;
}

/** How much each step away from what was mentioned still matters. */
const MENTION_RELEVANCE = [1, 0.7, 0.4] as const;

const MENTIONED = { section: "entities", key: "mentioned" } as const;

/** The fields of what was mentioned name what it refers to. */
const mentionedGroupOf = ({ entities, beyond }: MentionWalk): ItemGroup => {
	const call = callForDetails(entities.flatMap(({ node, depth }) => (depth === 0 ? [node] : [])));
	return makeGroup({
		...{ ...MENTIONED, beyond },
		printMissing: (count) => `- ... and ${count} more that these refer to, left out for room: ${call}\n\n`,
	});
};

function describeMentioned({ node, ...mention }: MentionedEntity, position: number): Candidate {
	const { depth, via } = mention;
	return makeCandidate(MENTIONED, node, {
		collector: "mentioned",
		position,
		relevance: MENTION_RELEVANCE[depth],
		path: [{ ...nameStep(node), ...(via[0] !== undefined && { relation: via[0] }) }],
		reason: depth === 0 ? "mentioned" : `referenced via ${via.join(", ")}`,
		presentation: { as: "mention", ...mention },
		// Only its name is shown here: its text appears where another collector finds it.
		...(depth === 2 && { reference: true }),
	});
}

/** Collects the entities mentioned with @ and those they refer to, up to two steps away. */
export async function collectMentioned(scope: CollectScope): Promise<Findings> {
	const { mentions = [] } = scope.request;
	if (mentions.length === 0) return NOTHING_FOUND;
	const walk = await recallMentions(scope);
	return {
		candidates: walk.entities.map(describeMentioned),
		parts: [mentionedGroupOf(walk)],
		refused: walk.unknown.map((id) => ({ id, reason: "not_found" })),
		considered: walk.entities.length + walk.beyond,
	};
}

const LONGEST_PIN = 4_000;

const PINNED = { section: "pinned", key: "pinned" } as const;

const pinnedGroupOf = (pins: readonly EntityHeader[]): ItemGroup =>
	makeGroup({
		...PINNED,
		// Each was attached by hand: none must find the room gone.
		linesFirst: true,
		printMissing: (count) => `- ... and ${count} more pinned, left out for room: ${callForDetails(pins)}\n\n`,
	});

/** Returns the first five readable pins. Archived ones look unknown, or a pin would reveal that they exist. */
function choosePins(graph: GraphView, asked: readonly string[]) {
	const found = [...new Set(asked)].map((name) => ({ name, node: graph.find(name) }));
	const readable = found.flatMap(({ node }) => (node?.archived_at === null ? [node] : []));
	const pins = unite(readable);
	return {
		pins: pins.slice(0, MOST_PINS),
		refused: [
			...pins.slice(MOST_PINS).map(({ id }) => ({ id, reason: "limit" as const })),
			...found.flatMap(({ name, node }) =>
				node?.archived_at === null ? [] : [{ id: name, reason: "not_found" as const }],
			),
		],
	};
}

export function collectPinned({ reader, request }: CollectScope): Findings {
	const { pins, refused } = choosePins(reader.graph, request.pins ?? []);
	if (pins.length === 0 && refused.length === 0) return NOTHING_FOUND;
	const candidates = pins.map((node, position) =>
		makeCandidate(PINNED, node, {
			collector: "pinned",
			position,
			relevance: 1,
			reason: "pinned by the reader",
			presentation: { as: "note", longest: LONGEST_PIN },
		}),
	);
	return { candidates, parts: [pinnedGroupOf(pins)], refused, considered: pins.length + refused.length };
}

const MOST_NOTES = 3;
const LONGEST_NOTE = 2_000;
const RELEVANCE = 0.8;

const NOTES = { section: "notes", key: "notes" } as const;

const notesGroupOf = (notes: readonly EntityHeader[]): ItemGroup =>
	makeGroup({
		...{ ...NOTES, beyond: notes.slice(MOST_NOTES).length },
		// Those that are never candidates come first among the named.
		printMissing: (count) =>
			`- ... and ${count} more such notes: ${callForDetails([...notes.slice(MOST_NOTES), ...notes.slice(0, MOST_NOTES)])}\n\n`,
	});

const describeNote = (node: EntityHeader, position: number): Candidate =>
	makeCandidate(NOTES, node, {
		collector: "notes",
		position,
		relevance: RELEVANCE,
		reason: "held by a field of what was mentioned",
		presentation: { as: "note", longest: LONGEST_NOTE },
	});

/** Collects notes in the fields of mentioned entities, without those that the context already has. */
export async function collectNotes(scope: CollectScope): Promise<Findings> {
	const { reader, request, focus } = scope;
	if ((request.mentions ?? []).length === 0) return NOTHING_FOUND;
	const shown = new Set([
		focus?.id,
		...choosePins(reader.graph, request.pins ?? []).pins.map(({ id }) => id),
	]);
	const { noteIds } = await recallMentions(scope);
	const notes = noteIds.filter((id) => !shown.has(id)).flatMap((id) => reader.graph.node(id) ?? []);
	const beyond = notes.slice(MOST_NOTES);
	return {
		candidates: notes.slice(0, MOST_NOTES).map(describeNote),
		parts: notes.length === 0 ? [] : [notesGroupOf(notes)],
		refused: beyond.map(({ id }) => ({ id, reason: "limit" })),
		considered: notes.length,
	};
}
