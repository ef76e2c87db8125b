import { isDeepStrictEqual } from "node:util";
import type { Entity } from "../../model/entity.ts";
import { redefineEntity, type Unconverted } from "../../model/kinds/redefine-kind.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import type { RowChange } from "../tables/row-change.ts";

/** A kind that a change redefined: before the change, and after it. */
interface Redefinition {
	readonly kind: string;
	readonly former: OwnKindDefinition;
	readonly later: OwnKindDefinition;
}

/** Returns the content of a row, without the marks that every write leaves on it. */
export function contentOf(entity: Entity | undefined): object | undefined {
	if (entity === undefined) return undefined;
	const { version: _, updated_at: __, ...content } = entity;
	return content;
}

const saysTheSame = (one: Entity, other: Entity): boolean =>
	isDeepStrictEqual(contentOf(one), contentOf(other));

/** The kinds that a change redefined, and the effect of undoing that on their entities. */
export class UndoneRedefinitions {
	readonly #redefinitions: ReadonlyMap<string, Redefinition>;

	constructor(logged: readonly RowChange[]) {
		const found = logged.flatMap((row): Redefinition[] =>
			row.table === "own_kind" && row.before && row.after
				? [{ kind: row.after.kind, former: row.before.definition, later: row.after.definition }]
				: [],
		);
		this.#redefinitions = new Map(found.map((redefinition) => [redefinition.kind, redefinition]));
	}

	get kinds(): readonly string[] {
		return [...this.#redefinitions.keys()];
	}

	/** Or, in the log of an undo, followed it back. Any other change of an entity takes rights to that entity to undo. */
	onlyFollowed(row: RowChange): boolean {
		if (row.table !== "entity" || row.before === null) return false;
		const redefinition = this.#redefinitions.get(row.after.kind);
		if (redefinition === undefined) return false;
		return (
			saysTheSame(redefineEntity(row.before, redefinition.later).entity, row.after) ||
			saysTheSame(redefineEntity(row.after, redefinition.former).entity, row.before)
		);
	}

	/** The entity as it follows its kind back; none when it stays as it is. */
	follow(
		before: Entity,
		now: string,
	): { readonly change?: RowChange; readonly unconverted: readonly Unconverted[] } {
		const redefinition = this.#redefinitions.get(before.kind);
		if (redefinition === undefined) return { unconverted: [] };
		const { entity, unconverted } = redefineEntity(before, redefinition.former);
		if (entity === before) return { unconverted };
		const after = { ...entity, updated_at: now, version: before.version + 1 };
		return { change: { table: "entity", before, after }, unconverted };
	}
}
