import type { AccessSet } from "../model/access.ts";
import {
	attachmentsOf,
	attachmentVersionOf,
	describeAttachments,
	isAttachmentPath,
	LARGEST_ATTACHMENT,
	MOST_ATTACHMENTS,
} from "../model/attachment.ts";
import type { Entity } from "../model/entity.ts";
import { EntityNotFoundError, InvalidInputError, SkeinError } from "../model/errors.ts";
import { hashBytes } from "../model/hash-bytes.ts";
import type { Db, Queryable } from "./db.ts";
import { extendTransactions } from "./extend-transactions.ts";
import { type Committed, Writer } from "./writer.ts";

/** A file, with the entity that holds it. */
export interface AttachedFile {
	readonly entity_id: string;
	readonly path: string;
	readonly hash: string;
	readonly bytes: Uint8Array;
}

/** Of several files that had one path in turn, which it is, counted from 1. */
export type NumberedFile = AttachedFile & { readonly version: number };

/** Gives each file the version it is stored as: that of the same content, if it was there before, else the next. */
export async function numberFiles(
	db: Queryable,
	workspaceId: string,
	files: readonly AttachedFile[],
): Promise<readonly NumberedFile[]> {
	if (files.length === 0) return [];
	const holders = [...new Set(files.map((file) => file.entity_id))];
	const stored = await db.query<Omit<NumberedFile, "bytes">>(
		"SELECT entity_id, path, hash, version FROM attachment WHERE workspace_id = $1 AND entity_id = ANY($2::uuid[])",
		[workspaceId, holders],
	);
	return files.map((file) => {
		const former = stored.filter(({ entity_id, path }) => entity_id === file.entity_id && path === file.path);
		const same = former.find(({ hash }) => hash === file.hash);
		return { ...file, version: same?.version ?? 1 + Math.max(0, ...former.map(({ version }) => version)) };
	});
}

/** One statement each: together, a few photographs would be a statement of a hundred megabytes. */
export async function storeAttachments(
	tx: Queryable,
	workspaceId: string,
	files: readonly NumberedFile[],
): Promise<void> {
	for (const { entity_id, path, version, hash, bytes } of files) {
		await tx.query(
			`INSERT INTO attachment (workspace_id, entity_id, path, version, hash, bytes) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT (workspace_id, entity_id, path, version) DO NOTHING`,
			[workspaceId, entity_id, path, version, hash, bytes],
		);
	}
}

type HeldFile = Pick<NumberedFile, "path" | "version">;

const listHeld = (entity: Entity): readonly HeldFile[] =>
	attachmentsOf(entity).map((path) => ({ path, version: attachmentVersionOf(entity, path) }));

/** The files of entities, for one principal. Whoever may read an entity may read its files, and nobody else. */
export class Attachments {
	readonly #db: Db;
	readonly #access: AccessSet;

	constructor(db: Db, access: AccessSet) {
		this.#db = db;
		this.#access = access;
	}

	/** The entity must have been read through the same access, and still name the path. */
	async get(entity: Entity, path: string): Promise<Pick<AttachedFile, "hash" | "bytes">> {
		if (!attachmentsOf(entity).includes(path)) throw new EntityNotFoundError("attachment");
		const [file] = await this.#db.query<Pick<AttachedFile, "hash" | "bytes">>(
			`SELECT hash, bytes FROM attachment
				WHERE workspace_id = $1 AND entity_id = $2 AND path = $3 AND version = $4`,
			[this.#access.workspaceId, entity.id, path, attachmentVersionOf(entity, path)],
		);
		if (file === undefined) throw new EntityNotFoundError("attachment");
		return file;
	}

	/** Adds a file, or puts it in the place of one of the same path, which is kept for an undo. */
	put(entity: Entity, path: string, bytes: Uint8Array, via: string): Promise<Committed> {
		const listed = attachmentsOf(entity);
		if (!isAttachmentPath(path)) {
			throw new InvalidInputError(
				"This cannot be the name of a file. Use letters, digits and spaces, and / between folders.",
				{ field: "name" },
				"invalid_attachment_name",
			);
		}
		if (bytes.byteLength > LARGEST_ATTACHMENT) {
			throw new SkeinError("too_large", `An attachment may have at most ${LARGEST_ATTACHMENT} bytes.`);
		}
		if (listed.length >= MOST_ATTACHMENTS && !listed.includes(path)) {
			throw new InvalidInputError(
				`One entity holds at most ${MOST_ATTACHMENTS} files. Attach it to another.`,
				{},
				"too_many_attachments",
			);
		}
		return this.#store(entity, { entity_id: entity.id, path, hash: hashBytes(bytes), bytes }, via);
	}

	/** Its bytes are kept, so that an undo brings it back. */
	remove(entity: Entity, path: string, via: string): Promise<Committed> {
		const listed = attachmentsOf(entity);
		if (!listed.includes(path)) throw new EntityNotFoundError("attachment");
		const others = listHeld(entity).filter((held) => held.path !== path);
		return this.#list(this.#db, entity, others, via);
	}

	async #store(entity: Entity, file: AttachedFile, via: string): Promise<Committed> {
		const { workspaceId } = this.#access;
		const numbered = await numberFiles(this.#db, workspaceId, [file]);
		const db = extendTransactions(this.#db, (tx) => storeAttachments(tx, workspaceId, numbered));
		const versions = new Map([...listHeld(entity), ...numbered].map(({ path, version }) => [path, version]));
		const held = [...versions].map(([path, version]) => ({ path, version }));
		return this.#list(db, entity, held, via);
	}

	#list(db: Db, entity: Entity, held: readonly HeldFile[], via: string): Promise<Committed> {
		const props = describeAttachments(held);
		const { id, version } = entity;
		return new Writer(db, this.#access.principal).commit(
			[{ op: "update", id, version, patch: { props } }],
			via,
		);
	}
}
