import type { AccessSet, Principal } from "../model/access.ts";
import type { KindRegistry } from "../model/kind-registry.ts";
import { loadAccess } from "./access.ts";
import { Activity } from "./activity.ts";
import { Chats } from "./chats.ts";
import { Credentials } from "./credentials.ts";
import type { Db } from "./db.ts";
import { Feed } from "./feed.ts";
import { Imports } from "./imports.ts";
import { loadKinds } from "./kinds.ts";
import { Manifests } from "./manifests.ts";
import { Passages } from "./passages.ts";
import { Rows } from "./rows.ts";
import { Workspaces } from "./workspaces.ts";
import { Writer } from "./writer.ts";

/** What one principal can do with the rows of one workspace. */
export interface Door {
	readonly rows: Rows;
	readonly writer: Writer;
	readonly chats: Chats;
	readonly manifests: Manifests;
	readonly imports: Imports;
	readonly activity: Activity;
}

/** Everything that touches the database. Rows are reached through `as`, which asks for an access set first. */
export class Store {
	readonly workspaces: Workspaces;
	readonly credentials: Credentials;
	readonly feed: Feed;
	readonly passages: Passages;
	readonly #db: Db;

	constructor(db: Db) {
		this.#db = db;
		this.workspaces = new Workspaces(db);
		this.credentials = new Credentials(db);
		this.feed = new Feed(db);
		this.passages = new Passages(db);
	}

	access(principal: Principal): Promise<AccessSet> {
		return loadAccess(this.#db, principal);
	}

	as(access: AccessSet): Door {
		return {
			rows: new Rows(this.#db, access),
			writer: new Writer(this.#db, access.principal),
			chats: new Chats(this.#db, access),
			manifests: new Manifests(this.#db, access),
			imports: new Imports(this.#db, access),
			activity: new Activity(this.#db, access),
		};
	}

	kinds(workspaceId: string): Promise<KindRegistry> {
		return loadKinds(this.#db, workspaceId);
	}

	close(): Promise<void> {
		return this.#db.close();
	}
}
