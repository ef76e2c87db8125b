import { listPhrases } from "../../model/list-phrases.ts";

/** The parts that may be left out of an archive. Content (kinds, entities, edges) is always in it. */
export type ArchivePart = "rights" | "history" | "personal";

export interface ArchiveTable {
	readonly name: string;
	/** Its order, and by what it is read page by page. */
	readonly key: readonly (readonly [column: string, type: string])[];
	readonly part?: ArchivePart;
	/** Which rows are in it at all, as SQL over the table `t`. */
	readonly where?: string;
	/** Columns that follow from others and are computed again. */
	readonly derived?: readonly string[];
	/** Which rows a reader may have, as SQL over `t` and `readable`: ids, and since when. Without it they get none. */
	readonly readable?: string;
	/** The column that holds a place in the log, which a reader gets among the changes they may know of. */
	readonly place?: string;
	/** How many rows are read at a time, where they hold texts or files. */
	readonly page?: number;
}

const TEXTS = 200;
const FILES = 4;
const IN_READABLE_PROJECT = "t.project_id IN (SELECT id FROM readable)";
const column = (name: string, type = "uuid") => [name, type] as const;
const id = column("id");
const account = column("account_id");

/** Of something they could read before and after the change: what was private before it was opened stays so. */
const readableChange = (row: string): string => {
	const known = (id: string): string =>
		`${id} IN (SELECT id FROM readable WHERE ${row}.revision >= since + (${row}.before IS NOT NULL)::int)`;
	const end = (column: string): string =>
		known(`(coalesce(${row}.after, ${row}.before)->>'${column}')::uuid`);
	return `CASE ${row}.table_name
		WHEN 'entity' THEN ${known(`${row}.row_id`)}
		WHEN 'edge' THEN ${end("src_id")} AND ${end("dst_id")}
		ELSE true END`;
};

/** A change with at least one row that the reader may have. */
export const READABLE_CHANGE = `EXISTS (SELECT FROM change_row r
	WHERE r.workspace_id = t.workspace_id AND r.revision = t.revision AND ${readableChange("r")})`;

const ENTITIES: ArchiveTable = {
	...{ name: "entity", key: [id], derived: ["title_key"] },
	...{ readable: "t.id IN (SELECT id FROM readable)", page: TEXTS },
};

/** In an order in which it can be written back. A test holds this list and the one below against the schema. */
export const ARCHIVE_TABLES: readonly ArchiveTable[] = [
	{ name: "member", key: [account], part: "rights", readable: "true" },
	{ name: "own_kind", key: [id], readable: "true" },
	{ ...ENTITIES, where: "t.project_id = t.id" },
	{ ...ENTITIES, where: "t.project_id IS DISTINCT FROM t.id" },
	{
		name: "edge",
		key: [id],
		readable: "t.src_id IN (SELECT id FROM readable) AND t.dst_id IN (SELECT id FROM readable)",
	},
	{
		name: "link",
		key: [column("src_id"), column("ordinal", "integer")],
	},
	{ name: "block", key: [id] },
	{
		name: "attachment",
		key: [column("entity_id"), column("path", "text"), column("version", "integer")],
		// An entity's content from before it was opened to a reader is not theirs.
		readable: `EXISTS (SELECT FROM entity h WHERE h.workspace_id = t.workspace_id AND h.id = t.entity_id
			AND h.id IN (SELECT id FROM readable) AND h.held_files->>t.path = t.hash)`,
		page: FILES,
	},
	{ name: "project_access", key: [column("project_id")], part: "rights", readable: IN_READABLE_PROJECT },
	{
		name: "project_member",
		key: [column("project_id"), account],
		part: "rights",
		readable: IN_READABLE_PROJECT,
	},
	{ name: "account_group", key: [id], part: "rights", readable: "true" },
	{ name: "account_group_member", key: [column("group_id"), account], part: "rights", readable: "true" },
	{
		name: "share",
		key: [column("entity_id"), column("grantee_id")],
		part: "rights",
		place: "since",
		readable: "t.entity_id IN (SELECT id FROM readable)",
	},
	{ name: "audience_since", key: [column("entity_id")], part: "history" },
	{ name: "credential", key: [id], part: "rights", where: "t.purpose = 'token'" },
	{
		name: "import_source",
		key: [column("source", "text"), column("external_id", "text"), column("entity_id")],
	},
	{
		name: "change",
		key: [column("revision", "bigint")],
		part: "history",
		// Ids of others, which only a process that follows the log has a use for.
		derived: ["relinked"],
		place: "revision",
		readable: READABLE_CHANGE,
	},
	{
		name: "change_row",
		key: [column("revision", "bigint"), column("ordinal", "integer")],
		part: "history",
		place: "revision",
		readable: readableChange("t"),
		page: TEXTS,
	},
	{ name: "activity", key: [account, column("action", "text"), column("entity_id")], part: "personal" },
	{ name: "dismissed_suggestion", key: [account, column("key", "text")], part: "personal" },
	{ name: "context_manifest", key: [id], part: "personal", page: TEXTS },
	{ name: "rating", key: [account, column("context_id"), column("item_id", "text")], part: "personal" },
	{ name: "saved_query", key: [id], part: "personal" },
	{ name: "import_mapping", key: [account, column("source", "text")], part: "personal" },
	{ name: "chat", key: [id], part: "personal" },
	{ name: "message", key: [column("chat_id"), id], part: "personal", page: TEXTS },
];

/** The tables no archive holds: they follow from the rest and are computed again, or serve one running system only. */
export const TABLES_LEFT_OUT = listPhrases(
	"alias, approval, import_run, index_state, passage, passage_vector, request_once, token_ratio",
);
