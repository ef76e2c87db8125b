import type { Entity } from "../../graph/model/entity.ts";
import type { FormName } from "../model/candidate.ts";
import type { BlockPresentation } from "../model/presentation.ts";
import { inOneLine, quoteText } from "./fence-text.ts";
import { clipText } from "./format-value.ts";
import { clipToFit, type Printing, type Texts } from "./texts.ts";

const LIGHT_CLIP = 120;

/** Renders a block as it is in its text. The empty line after it keeps our own lines from being read as part of it. */
export function renderBlock(entity: Entity, block: BlockPresentation, printing: Printing): Texts {
	const { blockKind, text, missing: unread, indent, trail, mark } = block;
	const label = mark === null ? "" : `[${trail.map(inOneLine).join(" > ")}] [${blockKind}] ← ${mark}\n`;
	const margin = "  ".repeat(indent);
	const print = (shown: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n`;
		return `${label}${quoteText(margin + shown)}${missing > 0 ? rest : ""}\n`;
	};
	const light: readonly [FormName, string] = ["light", print(clipText(text, LIGHT_CLIP), 0)];
	return {
		forms: () => (unread > 0 ? [light] : [["full", print(text, 0)], light]),
		clip: (tokens) =>
			clipToFit(printing, { text, tokens, print: (shown, missing) => print(shown, missing + unread) }),
	};
}
