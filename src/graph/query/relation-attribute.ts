import { isOpen, type Kind } from "../model/kind.ts";
import type { KindRegistry } from "../model/kinds/kind-registry.ts";
import { type Direction, RELATIONS } from "../model/relations.ts";
import type { Attribute } from "./attribute.ts";
import { ANY, ANY_KIND, type JoinedRow, type QueryRow, type QueryRows } from "./query-rows.ts";

/** These join any two things that have to do with each other, and are no answer to "the risks of the plan". */
const LOOSE: ReadonlySet<string> = new Set(["mentions", "relates_to"]);

/** A chain is followed this far: work is bounded in every graph. */
const FARTHEST = 8;

const WAITS = new Map(RELATIONS.flatMap(({ rel, waits }) => (waits ? [[rel, waits] as const] : [])));

const INVERSE_NAMES = new Map(
	RELATIONS.map(({ rel, inverseLabel }) => [inverseLabel.toLowerCase().replaceAll(" ", "_"), rel]),
);

const OF = /^is_(.+)_of$/;

/** The name under which a query reads a relation from one of its ends. */
export function nameRelation(rel: string, direction: Direction): string {
	if (direction === "outgoing") return rel;
	return [...INVERSE_NAMES].find(([, known]) => known === rel)?.[0] ?? `is_${rel}_of`;
}

type Reach = NonNullable<Attribute["reach"]>;

const reachBy =
	(isMeant: (joined: JoinedRow) => boolean): Reach =>
	({ id }, rows) =>
		rows.joined(id).flatMap((joined) => (isMeant(joined) ? [joined.row] : []));

const along =
	(rel: string, direction: Direction): Reach =>
	(row, rows) =>
		reachBy((joined) => joined.rel === rel && joined.seenFrom === direction)(row, rows);

/** Whether a relation leads to what its end waits for, or to what waits for it; undefined where nothing waits. */
export function leadsToWaitedFor(rel: string, seenFrom: Direction): boolean | undefined {
	const waits = WAITS.get(rel);
	return waits === undefined ? undefined : (waits === "source") === (seenFrom === "outgoing");
}

/** A chain begins at something open and passes through what is open only: what is done holds nothing up. Its end may be done. */
function followWaiting(
	start: QueryRow,
	rows: QueryRows,
	kinds: KindRegistry,
	up: boolean,
): readonly QueryRow[] {
	const isLive = ({ kind, state_key, archived_at }: QueryRow): boolean => {
		const declared = kinds.find(kind);
		return archived_at === null && (declared === undefined || isOpen(declared, state_key));
	};
	if (!isLive(start)) return [];
	const found = new Map<string, QueryRow>();
	let frontier: readonly QueryRow[] = [start];
	for (let depth = 0; depth < FARTHEST && frontier.length > 0; depth += 1) {
		const next: QueryRow[] = [];
		for (const { id } of frontier) {
			for (const joined of rows.joined(id)) {
				const { row } = joined;
				if (leadsToWaitedFor(joined.rel, joined.seenFrom) !== up || row.id === start.id || found.has(row.id))
					continue;
				found.set(row.id, row);
				if (isLive(row)) next.push(row);
			}
		}
		frontier = next;
	}
	return [...found.values()];
}

/** The names of fields that refer to entities, whichever kind declares them. */
const listReferences = (kinds: KindRegistry): readonly string[] =>
	kinds.all.flatMap(({ fields }) =>
		fields.flatMap(({ name, type }) => (type === "entity_ref" || type === "entity_ref_list" ? [name] : [])),
	);

interface RelationScope {
	readonly kind: Kind;
	readonly kinds: KindRegistry;
	/** Whether edges have a name that nothing declares. */
	readonly hasRelation: (rel: string) => boolean;
}

/** Finds the relation that a name refers to: a built-in one, a reference field of some kind, or the name of an edge. */
function findReach(name: string, { kind, kinds, hasRelation }: RelationScope): Reach | undefined {
	if (name === "linked") return reachBy(({ rel }) => !LOOSE.has(rel));
	if (name === "holds_up") return (row, rows) => followWaiting(row, rows, kinds, false);
	if (name === "waits_for") return (row, rows) => followWaiting(row, rows, kinds, true);
	const inverse = INVERSE_NAMES.get(name);
	if (inverse !== undefined) return along(inverse, "incoming");
	const rel = OF.exec(name)?.[1] ?? name;
	const direction = rel === name ? "outgoing" : "incoming";
	const references = listReferences(kinds);
	// A field of another kind is a slip here: a kind that declares it has found it before.
	if (direction === "outgoing" && kind !== ANY_KIND && references.includes(rel)) return undefined;
	const known = RELATIONS.some((relation) => relation.rel === rel) || references.includes(rel);
	return known || hasRelation(rel) ? along(rel, direction) : undefined;
}

/** Returns the attribute that lists the rows joined by a relation; undefined where no relation has this name. */
export function findRelation(name: string, scope: RelationScope): Attribute | undefined {
	const reach =
		findReach(name, scope) ?? findReach(name.toLowerCase(), { ...scope, hasRelation: () => false });
	return reach && { name, isList: true, type: "entity", kind: ANY, read: () => undefined, reach };
}
