import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { rowsOf } from "../../graph/query-graph.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, type ItemGroup, makeCandidate, makeGroup } from "../model/findings.ts";
import { describeFieldType } from "./collect-schema.ts";
import type { CollectScope } from "./collector.ts";

const MOST_ROWS = 200;
const NEWEST_ROW = 0.85;
const OLDEST_ROW = 0.55;

const tableGroupOf = ({ id, ref }: EntityHeader): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `table ${id}`,
		printMissing: () => `… the database: call get_entity_details with entity_id ${ref}\n\n`,
	});

const rowGroupOf = ({ id }: EntityHeader, plural: string, beyond: number): ItemGroup =>
	makeGroup({
		section: "focus",
		key: `rows of ${id}`,
		beyond,
		printMissing: (count) => `- ... and ${count} more ${plural}: call list_entities\n\n`,
	});

/** All rows that the reader may see, the newest change first. */
function findRows({ reader }: CollectScope, kind: Kind): readonly EntityHeader[] {
	const rows = rowsOf(reader.graph).ofKind(kind.kind);
	return rows
		.flatMap(({ id }) => reader.graph.node(id) ?? [])
		.filter(({ archived_at: archivedAt }) => archivedAt === null)
		.sort((a, b) => b.updated_at.localeCompare(a.updated_at) || (a.id < b.id ? -1 : 1));
}

/** A database: what its rows are made of, how many there are, and the rows themselves, the newest change first. */
export function focusTable(scope: CollectScope, node: EntityHeader, rowKind: Kind): Findings {
	const rows = findRows(scope, rowKind);
	const shown = rows.slice(0, MOST_ROWS);
	const fade = (NEWEST_ROW - OLDEST_ROW) / Math.max(1, shown.length);
	const tableGroup = tableGroupOf(node);
	const rowGroup = rowGroupOf(node, rowKind.plural, rows.length - shown.length);
	const describe = (row: EntityHeader, index: number): Candidate =>
		makeCandidate(rowGroup, row, {
			collector: "focus",
			position: index,
			relevance: NEWEST_ROW - fade * index,
			path: [
				{ id: node.id, title: node.title },
				{ id: row.id, title: row.title, relation: "row" },
			],
			reason: "a row of the database in focus",
		});
	return {
		candidates: [
			makeCandidate(tableGroup, node, {
				collector: "focus",
				position: 0,
				relevance: 1,
				reason: "in focus",
				mandatory: true,
				presentation: {
					as: "table",
					label: rowKind.label,
					plural: rowKind.plural,
					fields: rowKind.fields.map((field) => ({ name: field.name, type: describeFieldType(field) })),
					rowCount: rows.length,
				},
			}),
			...shown.map(describe),
		],
		parts: [tableGroup, rowGroup],
		considered: 1 + rows.length,
	};
}
