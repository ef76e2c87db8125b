import type { Reader } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { EntityNotFoundError } from "../../graph/model/errors.ts";
import type { ContextRequest } from "../model/request.ts";
import type { Subjects } from "./collector.ts";

/** What a request is about. Unknown and unreadable are one answer. */
export async function findSubjects(
	{ graph, rows }: Reader,
	{ focus: asked = {}, projectId }: ContextRequest,
): Promise<Subjects> {
	const find = (name: string | undefined): EntityHeader | undefined => {
		const found = name === undefined ? undefined : graph.find(name);
		if (name !== undefined && found === undefined) throw new EntityNotFoundError("focus");
		return found;
	};
	const { blockId } = asked;
	const named = find(asked.id) ?? (blockId === undefined ? undefined : graph.find(blockId));
	const holder = blockId === undefined || named ? undefined : await rows.entityOfBlock(blockId);
	if (blockId !== undefined && named === undefined && holder === undefined)
		throw new EntityNotFoundError("focus");
	const [page, database] = [find(asked.pageId), find(asked.databaseId)];
	const focus = named ?? find(holder) ?? page ?? database;
	const nearest = projectId ?? focus?.project_id ?? undefined;
	return {
		focus,
		blockId: holder === undefined ? undefined : blockId,
		page,
		database,
		project: nearest === undefined ? undefined : graph.node(nearest),
	};
}
