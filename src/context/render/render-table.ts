import type { Entity } from "../../graph/model/entity.ts";
import type { TablePresentation } from "../model/candidate.ts";
import { inOneLine } from "./fence-text.ts";
import { renderFull, renderLight, renderTitle } from "./render-entity.ts";
import { type Printing, type Texts, UNCUT } from "./texts.ts";

/** A database: its own fields, how many rows there are and what each is made of. */
export function renderTable(entity: Entity, table: TablePresentation, { scope }: Printing): Texts {
	const { label, plural, fields, rowCount } = table;
	const noun = rowCount === 1 ? label : plural;
	const rows = `rows: ${rowCount} ${inOneLine(noun)}\n`;
	const schema = fields.map(({ name, type }) => `${name} (${inOneLine(type)})`).join(", ");
	return {
		forms: () => [
			["full", `${renderFull(entity, scope)}${rows}schema: ${schema}\n\n`],
			["light", `${renderLight(entity, scope)}${rows}\n`],
			["title", renderTitle(entity)],
		],
		clip: UNCUT,
	};
}
