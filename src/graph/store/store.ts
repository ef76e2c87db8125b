import type { AccessSet, Principal } from "../model/access.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import { loadAccess, loadOpening, type Opening } from "./access.ts";
import { Activity } from "./activity.ts";
import { Approvals } from "./approvals.ts";
import { Archives, ReadableArchive } from "./archives.ts";
import { Attachments } from "./attachments.ts";
import { Authorship } from "./authorship.ts";
import { ChangeLog } from "./change-log.ts";
import { Chats } from "./chats.ts";
import { Credentials } from "./credentials.ts";
import type { Db } from "./db.ts";
import { describeEngine, type EngineFacts } from "./describe-engine.ts";
import { Dismissals } from "./dismissals.ts";
import { Feed } from "./feed.ts";
import { Groups } from "./groups.ts";
import { ImportRuns } from "./import-runs.ts";
import { Imports } from "./imports.ts";
import { loadKinds } from "./kinds.ts";
import { KnownTexts } from "./known-texts.ts";
import { Manifests } from "./manifests.ts";
import { Members } from "./members.ts";
import { type OnceKey, openOnce } from "./once.ts";
import { OwnWrites } from "./own-writes.ts";
import { Passages } from "./passages.ts";
import { Passwords } from "./passwords.ts";
import { Profiles } from "./profiles.ts";
import { ProjectMembers } from "./project-members.ts";
import { Ratings } from "./ratings.ts";
import { Refs } from "./refs.ts";
import { Rows } from "./rows.ts";
import { SavedQueries } from "./saved-queries.ts";
import { Shares } from "./shares.ts";
import { SqlSearch } from "./sql-search.ts";
import { TokenRatios } from "./token-ratios.ts";
import { Tokens } from "./tokens.ts";
import { Workspaces } from "./workspaces.ts";
import { Writer } from "./writer.ts";

/** What one principal can do with the rows of one workspace. */
export interface Door {
	readonly rows: Rows;
	readonly writer: Writer;
	readonly chats: Chats;
	readonly manifests: Manifests;
	readonly imports: Imports;
	readonly importRuns: ImportRuns;
	readonly archive: ReadableArchive;
	readonly dismissals: Dismissals;
	readonly ratings: Ratings;
	readonly savedQueries: SavedQueries;
	readonly activity: Activity;
	readonly approvals: Approvals;
	readonly attachments: Attachments;
	readonly authorship: Authorship;
	readonly refs: Refs;
	readonly log: ChangeLog;
	readonly profiles: Profiles;
	readonly members: Members;
	readonly projectMembers: ProjectMembers;
	readonly groups: Groups;
	readonly shares: Shares;
	readonly tokens: Tokens;
	readonly tokenRatios: TokenRatios;
}

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

	open(principal: Principal): Promise<Opening> {
		return loadOpening(this.#db, principal);
	}

	/** With `once`, whatever is written through this door is written once, however often the same is asked. */
	as(access: AccessSet, once?: OnceKey): Door {
		const db =
			once === undefined
				? this.#db
				: openOnce(this.#db, once, (tx, result) => new Manifests(tx, access).checkKept(result));
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
			refs: new Refs(db, access.workspaceId),
			log: new ChangeLog(db, access),
			profiles: new Profiles(db, access),
			members: new Members(db, access),
			projectMembers: new ProjectMembers(db, access),
			groups: new Groups(db, access),
			shares: new Shares(db, access),
			tokens: new Tokens(db, access),
			tokenRatios: new TokenRatios(db, access),
		};
	}

	kinds(workspaceId: string): Promise<KindRegistry> {
		return loadKinds(this.#db, workspaceId);
	}

	/** What the database is and can do, for whoever runs it. */
	engine(): Promise<EngineFacts> {
		return describeEngine(this.#db);
	}

	close(): Promise<void> {
		return this.#db.close();
	}
}
