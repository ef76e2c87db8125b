import { getEntity } from "../api/entity-calls.ts";
import type { Named } from "../conversation/draft.ts";

const entityPath = /^\/entities\/([^/]+)$/;

/** The entity whose link is being dragged; null for anything else. */
export async function readDroppedEntity(data: DataTransfer): Promise<Named | null> {
	const address = data.getData("text/uri-list").split("\n")[0] ?? "";
	if (!URL.canParse(address)) return null;
	const { origin, pathname } = new URL(address);
	const ref = origin === location.origin ? entityPath.exec(pathname)?.[1] : undefined;
	if (ref === undefined) return null;
	const { id, kind, title } = await getEntity(decodeURIComponent(ref));
	return { id, kind, title };
}
