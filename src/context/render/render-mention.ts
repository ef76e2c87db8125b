import type { Entity } from "../../graph/model/entity.ts";
import type { Field } from "../../graph/model/field.ts";
import type { Json } from "../../graph/model/json.ts";
import { isEmpty } from "../../graph/model/light-field.ts";
import type { MentionPresentation } from "../model/candidate.ts";
import { clipText, fenceText, formatValue, inOneLine } from "./fence-text.ts";
import { printReferenceList, printReferences, type RenderScope } from "./render-entity.ts";
import { clipToFit, type Printing, type Texts, UNCUT } from "./texts.ts";

const LIGHT_CLIP = 120;
const MOST_VIA = 5;
const DIRECT = "← directly mentioned";
const UNEXPANDED = "  (further references not expanded)\n";
const UNCOMPUTED = "(can't be computed)";

function renderVia(via: readonly string[]): string {
	const shown = via.slice(0, MOST_VIA).map(inOneLine).join(", ");
	return `← referenced via ${shown}${via.length > MOST_VIA ? ` and ${via.length - MOST_VIA} more` : ""}`;
}

function renderHeader(entity: Entity, { depth, via }: MentionPresentation, scope: RenderScope): string {
	const label = depth === 0 ? DIRECT : renderVia(via);
	const archived = entity.archived_at === null ? "" : " (archived)";
	const id = scope.refOf(entity.id) ?? entity.ref;
	return `### @${inOneLine(entity.title)} (${scope.kind.label}) [id:${id}]${archived}  ${label}\n`;
}

function readField(entity: Entity, { name }: Field, scope: RenderScope): Json | undefined {
	return name === scope.kind.stateField ? entity.state_key : entity.props[name];
}

/** A field as one line, by its type; undefined when it holds nothing. */
function renderField(entity: Entity, field: Field, mention: MentionPresentation, scope: RenderScope) {
	if (field.type === "computed") {
		const held = mention.computed[field.name];
		if (held === null) return UNCOMPUTED;
		if (held === undefined || held.ids.length === 0) return undefined;
		return printReferenceList(held.ids, { sign: "@", more: held.more, names: scope });
	}
	const value = readField(entity, field, scope);
	if (value === undefined || value === null || isEmpty(value)) return undefined;
	return printReferences(field, value, scope) || formatValue(value);
}

function listRows(
	entity: Entity,
	mention: MentionPresentation,
	scope: RenderScope,
): readonly (readonly [name: string, value: string])[] {
	const { kind } = scope;
	const hasStateOfItsOwn = kind.stateField === undefined && entity.state_key !== null;
	return [
		...(hasStateOfItsOwn ? [["state", entity.state_key ?? ""] as const] : []),
		...kind.fields.flatMap((field) => {
			const value = renderField(entity, field, mention, scope);
			return value === undefined ? [] : [[field.name, value] as const];
		}),
		...(entity.description === "" ? [] : [["description", inOneLine(entity.description)] as const]),
	];
}

/** An entity that was mentioned or that one refers to, with its fields; two steps away only its name. */
export function renderMention(entity: Entity, mention: MentionPresentation, printing: Printing): Texts {
	const { scope } = printing;
	const header = renderHeader(entity, mention, scope);
	if (mention.depth === 2) return { forms: () => [["title", `${header}${UNEXPANDED}\n`]], clip: UNCUT };
	const rows = listRows(entity, mention, scope);
	const renderRows = (longest: number): string =>
		header + rows.map(([name, value]) => `  ${name}: ${clipText(value, longest)}\n`).join("");
	const fields = renderRows(Infinity);
	const print = (body: string, missing: number): string => {
		const rest = `… ${missing} more characters: call get_entity_details with entity_id ${entity.ref}\n`;
		return `${fields}${scope.kind.bodyName}:\n${fenceText(body)}${missing > 0 ? rest : ""}\n`;
	};
	const body = entity.body.trim();
	return {
		forms: () => [
			["full", body === "" ? `${fields}\n` : print(body, 0)],
			["light", `${renderRows(LIGHT_CLIP)}\n`],
			["title", `${header}\n`],
		],
		clip: body === "" ? UNCUT : (tokens) => clipToFit(printing, { text: body, tokens, print }),
	};
}
