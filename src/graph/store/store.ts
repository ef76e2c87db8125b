import type { AccessSet, Principal } from "../model/access.ts";
import { Archives, ReadableArchive } from "./archive/archives.ts";
import { Attachments } from "./archive/attachments.ts";
import { ImportRuns } from "./archive/import-runs.ts";
import { Imports } from "./archive/imports.ts";
import { Approvals } from "./chat/approvals.ts";
import { Chats } from "./chat/chats.ts";
import { Manifests, Ratings } from "./chat/manifests.ts";
import { TokenRatios } from "./chat/token-ratios.ts";
import { Passages } from "./derive/passages.ts";
import { type Db, describeEngine, type EngineFacts } from "./engine/db.ts";
import { SqlSearch } from "./engine/sql-search.ts";
import { Feed } from "./feed.ts";
import { Credentials, Tokens } from "./people/credentials.ts";
import { Dismissals } from "./people/dismissals.ts";
import { Groups, Members, ProjectMembers } from "./people/members.ts";
import { Passwords } from "./people/passwords.ts";
import { SavedQueries } from "./people/saved-queries.ts";
import { Shares } from "./people/shares.ts";
import { Profiles, Workspaces } from "./people/workspaces.ts";
import { type CallerState, loadAccess, loadCaller, Refs } from "./rights/access.ts";
import { KnownTexts, Rows } from "./rows.ts";
import { Trash } from "./trash.ts";
import { Activity } from "./write/activity.ts";
import { Authorship } from "./write/authorship.ts";
import { ChangeLog } from "./write/change-log.ts";
import { type IdempotencyKey, openIdempotent } from "./write/idempotency.ts";
import { OwnWrites } from "./write/own-writes.ts";
import { Writer } from "./write/writer.ts";

/** The rows of one workspace, for one principal. */
export type Repositories = Readonly<ReturnType<Store["as"]>>;

/** Everything that touches the database. Rows are reached through `as`, which asks for an access set first. */
export class Store {
	readonly workspaces: Workspaces;
	readonly credentials: Credentials;
	readonly passwords: Passwords;
	readonly feed: Feed;
	readonly passages: Passages;
	readonly sqlSearch: SqlSearch;
	readonly archives: Archives;
	readonly #db: Db;
	readonly #known = new KnownTexts();
	readonly #ownWrites = new OwnWrites();

	constructor(db: Db) {
		this.#db = db;
		this.workspaces = new Workspaces(db);
		this.credentials = new Credentials(db);
		this.passwords = new Passwords(db);
		this.feed = new Feed(db, this.#ownWrites);
		this.passages = new Passages(db);
		this.sqlSearch = new SqlSearch(db);
		this.archives = new Archives(db);
	}

	access(principal: Principal): Promise<AccessSet> {
		return loadAccess(this.#db, principal);
	}

	open(principal: Principal): Promise<CallerState> {
		return loadCaller(this.#db, principal);
	}

	/** With `once`, every write of these repositories is made once, however often the request is repeated. */
	as(access: AccessSet, once?: IdempotencyKey) {
		const db =
			once === undefined
				? this.#db
				: openIdempotent(this.#db, once, (tx, result) => new Manifests(tx, access).checkKept(result));
		return {
			rows: new Rows(db, access, this.#known),
			writer: new Writer(db, access.principal, this.#ownWrites),
			chats: new Chats(db, access),
			manifests: new Manifests(db, access),
			imports: new Imports(db, access),
			importRuns: new ImportRuns(db, access),
			archive: new ReadableArchive(db, access),
			dismissals: new Dismissals(db, access),
			ratings: new Ratings(db, access),
			savedQueries: new SavedQueries(db, access),
			activity: new Activity(db, access),
			approvals: new Approvals(db, access),
			attachments: new Attachments(db, access),
			authorship: new Authorship(db, access),
			refs: new Refs(db, access),
			log: new ChangeLog(db, access),
			trash: new Trash(db, access),
			profiles: new Profiles(db, access),
			members: new Members(db, access),
			projectMembers: new ProjectMembers(db, access),
			groups: new Groups(db, access),
			shares: new Shares(db, access),
			tokens: new Tokens(db, access),
			tokenRatios: new TokenRatios(db, access),
		};
	}

	/** Returns facts about the database, for the operator of the server. */
	engine(): Promise<EngineFacts> {
		return describeEngine(this.#db);
	}

	close(): Promise<void> {
		return this.#db.close();
	}
}
