import type { Reader } from "../graph/graph.ts";
import { EntityNotFoundError } from "../graph/model/errors.ts";
import { groupBy } from "../graph/model/group-by.ts";
import { dateOf } from "../graph/model/order.ts";
import { groupLinked } from "./collect/collect-linked.ts";
import { capitalize } from "./model/findings.ts";
import { inOneLine } from "./render/fence-text.ts";
import { countLinked, printLinkedFull, printLinkedLine } from "./render/render-linked.ts";

/** A neighbour of an entity, as one relation reads from there. */
export interface LinkedEntityContext {
	readonly kind: string;
	readonly id: string;
	readonly name: string;
	readonly state: string | null;
	readonly typeKey: string | null;
	readonly relation: string;
	readonly direction: "outgoing" | "incoming";
	readonly edgeId: string;
	readonly description?: string;
	readonly dueAt?: string;
}

type NamedGroup = "plans" | "goals" | "tasks" | "milestones" | "documents" | "outputs";
type ByGroup<Value> = Readonly<Record<NamedGroup, Value>> & Readonly<Record<string, Value>>;

/** An entity with its neighbours by the plural of their kind; these six are there even where they are empty. */
export interface EntityLinkedContext {
	readonly source: { readonly kind: string; readonly id: string; readonly name: string };
	readonly linkedEntities: ByGroup<readonly LinkedEntityContext[]>;
	readonly counts: ByGroup<number> & { readonly total: number };
	readonly truncated: boolean;
}

export interface LinkedContextOptions {
	/** 10 where nothing is said, or 50 with descriptions. */
	readonly maxPerType?: number;
	readonly includeDescriptions?: boolean;
}

const MOST_IN_BRIEF = 10;
const MOST_IN_FULL = 50;
const SHOWN_IN_BRIEF = 3;
const NAMED_GROUPS: readonly NamedGroup[] = ["plans", "goals", "tasks", "milestones", "documents", "outputs"];

/** Reads the neighbours of an entity. One of another kind or project than was said is as absent as none. */
export async function loadLinkedEntitiesContext(
	{ graph, rows, ...reader }: Reader,
	input: LinkedContextOptions & {
		readonly entityId: string;
		readonly entityKind?: string | undefined;
		readonly projectId?: string | undefined;
	},
): Promise<EntityLinkedContext> {
	const { entityId, entityKind, projectId, includeDescriptions = false } = input;
	const { maxPerType = includeDescriptions ? MOST_IN_FULL : MOST_IN_BRIEF } = input;
	const source = graph.find(entityId);
	const isMeant =
		(entityKind === undefined || source?.kind === entityKind) &&
		(projectId === undefined || source?.project_id === null || source?.project_id === projectId);
	if (source === undefined || !isMeant) throw new EntityNotFoundError();
	const entities = groupLinked({ graph, rows, ...reader }, source).flatMap((group) => group.entities);
	const byGroup = groupBy(entities, ({ node }) => graph.kinds.get(node.kind).plural);
	const shown = [...byGroup.values()].flatMap((group) => group.slice(0, maxPerType));
	const found = includeDescriptions ? await rows.getMany(shown.map(({ node }) => node.id)) : undefined;
	const describe = ({ node, relations }: (typeof entities)[number]): LinkedEntityContext[] => {
		const known = graph.node(node.id);
		const [reading] = relations;
		if (known === undefined || reading === undefined) return [];
		const { kind, id, title: name, state_key: state, type_key: typeKey } = known;
		const { relation, direction, edgeId } = reading;
		const description = found?.get(id)?.description;
		const dueAt = dateOf(known, graph.kinds.get(kind).dates?.due);
		return [
			{
				...{ kind, id, name, state, typeKey, relation, direction, edgeId },
				...(description && { description }),
				...(dueAt !== "" && { dueAt }),
			},
		];
	};
	const names = [...new Set([...NAMED_GROUPS, ...byGroup.keys()])];
	const fill = <Value>(read: (name: string) => Value) =>
		Object.fromEntries(names.map((name) => [name, read(name)])) as ByGroup<Value>;
	return {
		source: { kind: source.kind, id: source.id, name: source.title },
		linkedEntities: fill((name) => (byGroup.get(name) ?? []).slice(0, maxPerType).flatMap(describe)),
		counts: { ...fill((name) => byGroup.get(name)?.length ?? 0), total: entities.length },
		truncated: shown.length < entities.length,
	};
}

/** Linked entities as Markdown: a line each and three per kind, or everything that is known of them. */
export function formatLinkedEntitiesContext(
	{ source, linkedEntities, counts }: EntityLinkedContext,
	mode: "abbreviated" | "full",
): string {
	const groups = Object.entries(linkedEntities).filter(([, entities]) => entities.length > 0);
	if (mode === "full") {
		const parts = groups.map(
			([name, entities]) =>
				`### ${capitalize(name)} (${counts[name]} total)\n\n${entities.map(printFull).join("")}`,
		);
		return `## Linked Entities for: ${inOneLine(source.name)} [${source.id}]\n\n${parts.join("")}`;
	}
	if (groups.length === 0) return `## Linked Entities\n\nNothing is linked to this ${source.kind} yet.\n`;
	const parts = groups.map(([name, entities]) => printBrief(name, entities, counts[name] ?? entities.length));
	return `## Linked Entities\n\nThis ${source.kind} is linked to:\n\n${parts.join("\n")}\nCall \`get_linked_entities\` for descriptions and the rest.\n`;
}

function printBrief(name: string, entities: readonly LinkedEntityContext[], total: number): string {
	const shown = entities.slice(0, SHOWN_IN_BRIEF);
	const hidden = total - shown.length;
	const lines = shown.map((entity) => printLinkedLine([entity.name, entity.id, entity.state], [entity]));
	const rest = hidden > 0 ? `- ... and ${hidden} more ${hidden === 1 ? entities[0]?.kind : name}\n` : "";
	return `### ${capitalize(name)} (${countLinked(total, shown.length)})\n\n${lines.join("")}${rest}`;
}

const printFull = (entity: LinkedEntityContext): string =>
	printLinkedFull(entity.name, entity.id, [
		["State", entity.state],
		["Type", entity.typeKey],
		["Relationship", `${entity.relation} (${entity.direction})`],
		["Due", entity.dueAt],
		["Description", entity.description && inOneLine(entity.description)],
	]);
