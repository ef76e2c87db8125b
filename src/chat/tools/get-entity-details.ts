import { z } from "zod";
import { o200k } from "../../context/budget/tokenizer.ts";
import { fenceText, inOneLine } from "../../context/render/fence-text.ts";
import {
	type RenderScope,
	renderFull,
	renderLight,
	renderTitle,
	scopeOf,
} from "../../context/render/render-entity.ts";
import type { Entity } from "../../graph/model/entity.ts";
import { BudgetTooSmallError } from "../../graph/model/errors.ts";
import { listRelationships } from "../../present/present-entity.ts";
import { findEntity } from "./find-entity.ts";
import { countThatFit } from "./fit-page.ts";
import { cursorInput, defineTool, maxTokens, named } from "./tool.ts";

const DEFAULT_BUDGET = 8000;
const SHORTEST_BODY = 40;
/** No more characters than this are tried per token: counting the whole of a huge text would cost seconds. */
const LONGEST_TOKEN = 16;

interface Page {
	readonly text: string;
	/** Where the body goes on; null when nothing is left. */
	readonly next: number | null;
	readonly relationships?: Relationships["relationships"];
}

function printLight(entity: Entity, scope: RenderScope, tokens: number): Page {
	const text = renderLight(entity, scope);
	const needed = o200k.count(text);
	if (needed > tokens) throw new BudgetTooSmallError(tokens, [{ name: "fields", tokens: needed }]);
	return { text, next: null };
}

/** The fields and as much of the body as fits; from a cursor on, the body alone. What is left is counted and can be fetched. */
function printPage(entity: Entity, scope: RenderScope, from: number, tokens: number): Page {
	const print = (end: number): string => {
		const body = entity.body.slice(from, end);
		const left = entity.body.length - end;
		const marker =
			left > 0
				? `… ${left} more characters: call get_entity_details with entity_id ${entity.ref} and cursor ${end}\n`
				: "";
		return (
			(from === 0 ? renderFull(entity, scope, { body }) : renderTitle(entity) + fenceText(body)) + marker
		);
	};
	const reach = entity.body.slice(from, from + tokens * LONGEST_TOKEN);
	let body = reach;
	for (let room = Infinity; ; ) {
		const end = from + body.length;
		const text = print(end);
		const excess = o200k.count(text) - tokens;
		if (excess <= 0) return { text, next: end < entity.body.length ? end : null };
		room = Math.min(room, o200k.count(body)) - excess;
		body = o200k.keepStart(reach, room);
		if (body === "") {
			const needed = o200k.count(print(from)) + SHORTEST_BODY;
			throw new BudgetTooSmallError(tokens, [{ name: "fields", tokens: needed }]);
		}
	}
}

type Relationships = ReturnType<typeof listRelationships>;

/** The largest share of the room: the caller wants the text first. */
const RELATIONSHIP_SHARE = 0.25;
/** Dependencies in both directions come first where not everything fits. */
const DEPENDENCIES: ReadonlySet<string> = new Set(["depends_on", "blocks", "blocked_by"]);

function printRelationships(
	{ ref }: Entity,
	listed: Relationships,
	tokens: number,
): { readonly text: string; readonly shown: Relationships["relationships"] } {
	const total = listed.relationship_count;
	if (total === 0) return { text: "", shown: [] };
	const relationships = listed.relationships.toSorted(
		(a, b) => Number(DEPENDENCIES.has(b.relation)) - Number(DEPENDENCIES.has(a.relation)),
	);
	const lines = relationships.map(({ relation, direction, kind, name, ref: other, state }) => {
		const stands = state === null ? "" : ` (${state})`;
		return `- ${relation} (${direction}) [${kind}] **${inOneLine(name)}** [${other}]${stands}\n`;
	});
	const print = (count: number): string => {
		const left = total - count;
		const rest = left > 0 ? `… ${left} more: call get_entity_relationships with entity_id ${ref}\n` : "";
		return `relationships (${total}):\n${lines.slice(0, count).join("")}${rest}`;
	};
	const count = countThatFit({ most: lines.length, maxTokens: tokens, print });
	return { text: print(count), shown: relationships.slice(0, count) };
}

/** The first page: fields, text and, where it leaves room for them, what the entity is joined to. */
function printFirst(entity: Entity, scope: RenderScope, listed: Relationships, tokens: number): Page {
	const { text, shown } = printRelationships(entity, listed, tokens * RELATIONSHIP_SHARE);
	try {
		const page = printPage(entity, scope, 0, tokens - o200k.count(text));
		return { ...page, text: page.text + text, relationships: shown };
	} catch (error) {
		if (!(error instanceof BudgetTooSmallError)) throw error;
		return printPage(entity, scope, 0, tokens);
	}
}

export const getEntityDetails = defineTool({
	name: "get_entity_details",
	title: "One entity in full",
	description: "All fields, relationships and the text of one entity.",
	tier: "R0",
	input: z.strictObject({
		entity_id: named,
		detail: z.enum(["light", "full"]).default("full"),
		cursor: cursorInput.optional(),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ entity_id, detail, cursor = 0, max_tokens }, { reader }) {
		const entity = await reader.rows.get(findEntity(reader.graph, entity_id).id);
		const scope = scopeOf(entity.kind, reader.graph);
		const listed = listRelationships(entity, reader.graph);
		const printFull = (): Page =>
			cursor === 0
				? printFirst(entity, scope, listed, max_tokens)
				: printPage(entity, scope, Math.min(cursor, entity.body.length), max_tokens);
		const page = detail === "light" ? printLight(entity, scope, max_tokens) : printFull();
		const { ref, kind, title, state_key, version } = entity;
		const { relationships, next: next_cursor } = page;
		const { relationship_count } = listed;
		return {
			text: page.text,
			structured: {
				...{ ref, kind, title, state_key, version, next_cursor },
				...(relationships && { relationships, relationship_count }),
			},
		};
	},
});
