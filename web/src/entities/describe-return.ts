import type { TrashedEntity } from "../../../src/client/entity-calls.ts";
import { countOf } from "../design/format.tsx";

/** Says what comes back with an entity that is taken out of the trash; null for nothing. */
export function describeReturn({ link_count: links, content_count: contents }: TrashedEntity): string | null {
	const parts = [
		...(contents > 0 ? [`${countOf(contents, "thing")} in it`] : []),
		...(links > 0 ? [countOf(links, "relation")] : []),
	];
	if (parts.length === 0) return null;
	return `${parts.join(" and ")} ${contents + links === 1 ? "comes" : "come"} back with it`;
}
