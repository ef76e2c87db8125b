import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { describeWorkspace } from "../../chat/tools/describe-workspace.ts";
import { runQuery } from "../../chat/tools/run-query.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import { LARGEST_BUDGET, LARGEST_TABLE, MOST_SUGGESTIONS } from "../../contract/limits.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import { refuseRead } from "./describe-tool-failure.ts";
import type { McpBackend, NamedQuery } from "./mcp-backend.ts";

const MARKDOWN = "text/markdown";
const WORKSPACE = "skein://workspace";

const locate = (name: string): string => `skein://query/${encodeURIComponent(name)}`;

/** A client may send the name as it was typed, or encoded. */
function decode(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** Adds what there is as one resource, and every query that the caller keeps as another, which holds what it finds now. */
export function addQueries(
	server: McpServer,
	{ backend, onFailure }: { readonly backend: McpBackend; readonly onFailure: (error: unknown) => void },
): void {
	const list = (): Promise<readonly NamedQuery[]> =>
		backend.listQueries().catch((error: unknown) => {
			onFailure(error);
			return [];
		});
	const answer = async (uri: URL, read: () => Promise<string>) => {
		try {
			return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: await read() }] };
		} catch (error) {
			onFailure(error);
			throw refuseRead(error, uri.href);
		}
	};
	server.registerResource(
		"workspace",
		WORKSPACE,
		{
			title: "workspace",
			description: "Kinds, fields, states and relations, and how many there are of each.",
			mimeType: MARKDOWN,
		},
		(uri) => answer(uri, async () => (await backend.callTool(describeWorkspace.name, {})).text),
	);
	server.registerResource(
		"query",
		new ResourceTemplate("skein://query/{name}", {
			list: async () => ({
				resources: (await list()).map(({ name, wql }) => ({
					...{ uri: locate(name), name, title: name, description: wql, mimeType: MARKDOWN },
				})),
			}),
			complete: {
				name: async (typed) =>
					(await list())
						.map(({ name }) => name)
						.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
						.slice(0, MOST_SUGGESTIONS),
			},
		}),
		{ title: "A saved query", description: "What a query of yours finds now.", mimeType: MARKDOWN },
		(uri, { name: asked }) =>
			answer(uri, async () => {
				const name = decode(String(asked));
				const query = (await backend.listQueries()).find((known) => known.name === name);
				if (query === undefined) throw new EntityNotFoundError("query");
				const input = { query: query.wql, limit: LARGEST_TABLE, max_tokens: LARGEST_BUDGET };
				return `# ${inOneLine(name)}\n\n${(await backend.callTool(runQuery.name, input)).text}`;
			}),
	);
}
