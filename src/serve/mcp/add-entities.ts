import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { getEntityDetails } from "../../chat/tools/get-entity-details.ts";
import { LARGEST_BUDGET } from "../../contract/limits.ts";
import { refuseRead } from "./describe-tool-failure.ts";
import type { PickerInput } from "./mcp-backend.ts";

const MARKDOWN = "text/markdown";

/**
 * Every entity is a resource. The list holds the first suggestions of a picker: entities used recently, and the newest.
 */
export function addEntities(server: McpServer, { backend, suggest, onFailure }: PickerInput): void {
	server.registerResource(
		"entity",
		new ResourceTemplate("skein://entity/{id}", {
			list: async () => ({
				// Without a title of its own each would show the template's title.
				resources: (await suggest("")).map(({ ref, kind, title }) => ({
					...{ uri: `skein://entity/${ref}`, name: title, title, description: kind, mimeType: MARKDOWN },
				})),
			}),
			complete: { id: async (typed) => (await suggest(typed)).map(({ ref }) => ref) },
		}),
		{ title: "An entity", description: "Fields and text of one entity, by id or ref.", mimeType: MARKDOWN },
		async (uri, { id }) => {
			try {
				const input = { entity_id: id, max_tokens: LARGEST_BUDGET };
				const { text } = await backend.callTool(getEntityDetails.name, input);
				return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] };
			} catch (error) {
				onFailure(error);
				throw refuseRead(error, uri.href);
			}
		},
	);
}
