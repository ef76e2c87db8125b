import { o200k } from "../context/budget/tokenizer.ts";
import type { ModelTool } from "./models/model.ts";
import { ALL_TOOLS } from "./tools/all-tools.ts";
import { describeWorkspace } from "./tools/describe-workspace.ts";
import { appendText, editText } from "./tools/edit-text.ts";
import { getContext } from "./tools/get-context.ts";
import { getEntityRelationships } from "./tools/get-entity-relationships.ts";
import { getProjectGraph } from "./tools/get-project-graph.ts";
import { shortenSchema } from "./tools/shorten-schema.ts";
import { isWriteTool, type Tool } from "./tools/tool.ts";
import { writeEntities } from "./tools/write-entities.ts";

/** Every prompt of a chat pays for the list; in a small window it competes with what the question needs. */
export const MOST_TOOL_TOKENS = 1_400;

/**
 * Called like any other, and not listed: every question comes with its context, details list the edges, and what outside
 * agents need besides would push the tools of the workspace's own kinds out of the list.
 */
const UNLISTED: ReadonlySet<Tool> = new Set([
	...[getContext, getEntityRelationships, describeWorkspace],
	...[writeEntities, appendText, editText],
]);

/** The system prompt says it once for all tools. */
const SAID_ONCE =
	/^(?:Id, ref or exact title(?: of a project$|, each)?(?: of )?|Ids, refs or exact titles$|Where the last answer ended$)/;
const UNDOABLE = / Undoable\.$/;

/**
 * Inputs that are accepted and not listed: the turn gives a result the room that the window has left, and binds a change
 * to the version that was shown.
 */
const DECIDED_BY_TURN = ["max_tokens", "limit", "version"];
/** The usual one is right for a chat, except of a whole graph. */
const USUAL_DETAIL = [...DECIDED_BY_TURN, "detail"];
/** Columns that upsert_entity changes, also for the workspace's own kinds. */
const SHARED_BY_KINDS = ["body", "description"];

type Property = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Property>>;

function dropSaid({ description, ...property }: Property): Property {
	const said = typeof description === "string" ? description.replace(SAID_ONCE, "") : "";
	return said === "" ? property : { ...property, description: said };
}

const mapProperties = (properties: Properties, change: (property: Property) => Property): Properties =>
	Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, change(property)]));

/** No input here is nested deeper than the fields of a kind. */
function shortenProperty(property: Property): Property {
	const { properties } = property as { readonly properties?: Properties };
	return dropSaid(properties ? { ...property, properties: mapProperties(properties, dropSaid) } : property);
}

function listChatTool({ name, description, input }: Tool, unlisted: readonly string[]): ModelTool {
	const schema = shortenSchema(input);
	const properties = Object.entries(schema.properties as Properties).filter(
		([key]) => !unlisted.includes(key),
	);
	return {
		name,
		description: description.replace(UNDOABLE, ""),
		inputSchema: { ...schema, properties: mapProperties(Object.fromEntries(properties), shortenProperty) },
	};
}

const listAll = (tools: readonly Tool[]): readonly ModelTool[] =>
	tools
		.filter((tool) => !UNLISTED.has(tool))
		.map((tool) => listChatTool(tool, tool === getProjectGraph ? DECIDED_BY_TURN : USUAL_DETAIL));

const WRITING = listAll(ALL_TOOLS);
const READING = listAll(ALL_TOOLS.filter((tool) => !isWriteTool(tool)));

/** A list of tools in the longest of the forms that providers are sent. */
export const writeToolList = (tools: readonly ModelTool[]): string =>
	JSON.stringify(
		tools.map(({ name, description, inputSchema }) => ({
			type: "function",
			function: { name, description, parameters: inputSchema },
		})),
	);

/**
 * The tools that the model of a chat is offered, always in the same order and the same bytes: a list that moves empties
 * the provider's prompt cache. Tools of the workspace's own kinds come last, as many of the first as there is room for;
 * the others are written with upsert_entity.
 */
export function listChatTools(own: readonly Tool[], mayWrite: boolean): readonly ModelTool[] {
	if (!mayWrite) return READING;
	const list = [...WRITING];
	for (const tool of own.map((kind) => listChatTool(kind, SHARED_BY_KINDS))) {
		if (o200k.count(writeToolList([...list, tool])) > MOST_TOOL_TOKENS) break;
		list.push(tool);
	}
	return list.length === WRITING.length ? WRITING : list;
}
