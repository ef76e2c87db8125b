import type { DayRange } from "../../graph/model/due.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import type { Kind } from "../../graph/model/kind.ts";
import type { ReaderDays } from "../../graph/model/reader-days.ts";
import type { EntityChange } from "../../graph/store/write/change-log.ts";
import type { CollectScope } from "./collector.ts";

/** Changes of this many entities are described; the others are counted. */
const MOST_DESCRIBED = 500;
const MOST_FIELDS = 3;

type Image = Readonly<Record<string, unknown>> & { readonly props?: Readonly<Record<string, unknown>> };

const PROSE = ["title", "description", "body"];
const UNLISTED = new Set(["props", "state_key", "completed_at", "owner_id", "aliases", ...PROSE]);

const inWords = (text: unknown): string => String(text).replaceAll("_", " ");

/** "state todo → done", "due 2026-11-10 → 2026-11-20", "text": what is different between two images of one thing. */
function compareImages(before: Image, after: Image, { dates }: Kind): readonly string[] {
	const isOther = (key: string): boolean => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
	const due = dates?.due;
	const [was, is] = [before, after].map(({ props }) => (due === undefined ? undefined : props?.[due]));
	const fields = [...new Set([...Object.keys(before.props ?? {}), ...Object.keys(after.props ?? {})])].filter(
		(name) => name !== due && JSON.stringify(before.props?.[name]) !== JSON.stringify(after.props?.[name]),
	);
	const columns = Object.keys(after).filter(
		(key) => !UNLISTED.has(key) && !/_at$|^version$/.test(key) && isOther(key),
	);
	return [
		...(isOther("state_key")
			? [`state ${inWords(before.state_key ?? "none")} → ${inWords(after.state_key ?? "none")}`]
			: []),
		...(was !== is ? [`due ${was ?? "none"} → ${is ?? "none"}`] : []),
		...(PROSE.some(isOther) ? ["text"] : []),
		...[...fields, ...columns].map(inWords).slice(0, MOST_FIELDS),
	];
}

/** Describes the logged changes of one entity; empty when the log only says that it was written. */
function describeLogged(changes: readonly EntityChange[], kind: Kind): string {
	const known = changes.filter(({ before, after }) => before !== null && after !== null);
	const [first, last] = [known[0]?.before, known.at(-1)?.after];
	return first && last ? compareImages(first as Image, last as Image, kind).join(", ") : "";
}

/**
 * Describes the changes of some entities on some days, as far as the reader may see them: a new entity, or a changed
 * state, due date, text or field.
 */
export async function describeChanges(
	nodes: readonly EntityHeader[],
	on: Pick<CollectScope, "reader"> & { readonly range: DayRange; readonly days: ReaderDays },
): Promise<ReadonlyMap<string, string>> {
	const { reader, range, days } = on;
	const isIn = (day: string): boolean => day !== "" && day >= range.from && day <= range.to;
	const described = nodes.slice(0, MOST_DESCRIBED);
	const old = described.filter(({ created_at }) => !isIn(days.dayOf(created_at)));
	const logged = await reader.log.ofEntities(
		old.map(({ id }) => id),
		{ since: `${range.from}T00:00:00.000Z` },
	);
	return new Map(
		described.map((node) => {
			if (isIn(days.dayOf(node.created_at))) return [node.id, "created"];
			const changes = logged.filter(({ id }) => id === node.id);
			return [node.id, describeLogged(changes, reader.graph.kinds.get(node.kind))];
		}),
	);
}
