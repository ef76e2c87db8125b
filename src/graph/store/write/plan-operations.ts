import type { AccessSet } from "../../model/access.ts";
import type { Edge, Entity } from "../../model/entity.ts";
import type { KindRegistry } from "../../model/kinds/kind-registry.ts";
import type { Unconverted } from "../../model/kinds/redefine-kind.ts";
import type { Operation } from "../../model/operation.ts";
import type { RowChange } from "../tables/row-change.ts";
import type { LoadedRows } from "./load-rows.ts";
import { planLink, planUnlink } from "./plan-edge.ts";
import { planCreate, planDelete, planRestore, planUpdate } from "./plan-entity.ts";
import { planDefineKind, planRemoveKind } from "./plan-kind.ts";
import { PlannedRows } from "./planned-rows.ts";

/** The result of planning a list of operations: which rows change, and what the writer gets back with them. */
export interface Plan {
	readonly changes: readonly RowChange[];
	/** The entities that were spoken of, changed or not, in that order. */
	readonly touched: readonly Entity[];
	readonly newProjects: readonly string[];
	/** The requested edges, changed or not. */
	readonly edges: readonly Edge[];
	/** Values that a new definition of a kind could not keep in place, of entities the writer may read. */
	readonly unconverted: readonly Unconverted[];
	readonly kinds: KindRegistry;
}

function planOperation(rows: PlannedRows, operation: Operation): readonly Unconverted[] {
	switch (operation.op) {
		case "create":
			planCreate(rows, operation.entity, operation.heldFiles);
			return [];
		case "update":
			planUpdate(rows, operation);
			return [];
		case "delete":
			planDelete(rows, operation.id, operation.version);
			return [];
		case "restore":
			planRestore(rows, operation.id);
			return [];
		case "link":
			planLink(rows, operation.edge);
			return [];
		case "unlink":
			planUnlink(rows, operation.id);
			return [];
		case "define_kind":
			return planDefineKind(rows, operation.definition);
		case "remove_kind":
			planRemoveKind(rows, operation.kind);
			return [];
	}
}

/** Turns operations into row changes, one after the other: what is allowed, what it does to each row, what conflicts. */
export function planOperations(input: {
	readonly access: AccessSet;
	readonly loaded: LoadedRows;
	readonly now: string;
	readonly operations: readonly Operation[];
}): Plan {
	const rows = new PlannedRows(input);
	const unconverted = input.operations.flatMap((operation) => planOperation(rows, operation));
	const { changes, touched, newProjects, linked: edges, kinds } = rows;
	return { changes, touched, newProjects, edges, unconverted, kinds };
}
