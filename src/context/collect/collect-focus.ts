import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { type Findings, joinFindings, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";
import { focusEntity } from "./focus-entity.ts";
import { focusBlock, focusPage, summarizePage } from "./focus-page.ts";
import { focusTable } from "./focus-table.ts";

/** Returns the kind of the rows of a database, if the entity is a database and that kind is known. */
function findRowKind({ reader: { graph } }: CollectScope, node: EntityHeader): Kind | undefined {
	const { rowsNamedBy } = graph.kinds.get(node.kind);
	const name = rowsNamedBy === undefined ? undefined : node.props[rowsNamedBy];
	return typeof name === "string" ? graph.kinds.find(name) : undefined;
}

/** Shows a text by its blocks, a database by its rows, anything else by its surroundings. */
function focusNode(scope: CollectScope, node: EntityHeader): Findings | Promise<Findings> {
	if (scope.reader.graph.kinds.get(node.kind).writesProse) return focusPage(scope, node);
	const rowKind = findRowKind(scope, node);
	return rowKind ? focusTable(scope, node, rowKind) : focusEntity(scope, node);
}

export async function collectFocus(scope: CollectScope): Promise<Findings> {
	const { focus, blockId, page, database } = scope;
	if (focus === undefined) return NOTHING_FOUND;
	const found = [
		blockId === undefined ? focusNode(scope, focus) : focusBlock(scope, focus, blockId),
		...(page && page.id !== focus.id ? [summarizePage(scope, page)] : []),
		...(database && database.id !== focus.id ? [focusNode(scope, database)] : []),
	];
	return joinFindings(await Promise.all(found));
}
