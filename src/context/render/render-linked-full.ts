import type { Entity } from "../../graph/model/entity.ts";
import type { LinkedEntity, LinkedGroup } from "../model/linked.ts";
import { inOneLine } from "./fence-text.ts";
import { listProperties, type RenderScope } from "./render-entity.ts";

function renderEntity(
	{ node, title, relations, marker }: LinkedEntity,
	row: Entity | undefined,
	scopeOf: (entity: Entity) => RenderScope,
): string {
	const joined = relations.map(({ relation, direction }) => `${relation} (${direction})`);
	const rows: readonly (readonly [string, string | null | undefined])[] = [
		["State", node.state_key],
		["Type", row?.type_key],
		["Relationship", [...joined, ...(marker === undefined ? [] : [marker])].join(", ")],
		["Description", row && inOneLine(row.description)],
		...(row ? listProperties(row, scopeOf(row)) : []),
	];
	const lines = rows.flatMap(([name, value]) => (value ? [`- **${name}:** ${value}\n`] : []));
	return `#### ${inOneLine(title)} [${node.ref}]\n\n${lines.join("")}\n`;
}

/** Renders linked entities in full, from one place in the whole list to another; headings show true totals. */
export function renderLinkedFull(input: {
	readonly source: { readonly title: string; readonly ref: string };
	readonly groups: readonly LinkedGroup[];
	readonly rows: ReadonlyMap<string, Entity>;
	readonly scopeOf: (entity: Entity) => RenderScope;
	readonly from: number;
	readonly to: number;
}): string {
	const { source, groups, rows, scopeOf, from, to } = input;
	let place = 0;
	const parts = groups.map(({ heading, entities, added }) => {
		const start = place;
		place += entities.length;
		const shown = entities.slice(Math.max(0, from - start), Math.max(0, to - start));
		// The added entity follows the last of its group, on the page of that one.
		const withAdded = added && place >= from && place <= to ? [...shown, added] : shown;
		if (withAdded.length === 0) return "";
		const texts = withAdded.map((entity) => renderEntity(entity, rows.get(entity.node.id), scopeOf));
		return `### ${heading} (${entities.length} total)\n\n${texts.join("")}`;
	});
	return `## Linked Entities for: ${inOneLine(source.title)} [${source.ref}]\n\n${parts.join("")}`;
}
