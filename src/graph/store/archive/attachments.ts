import {
	attachmentsOf,
	isAttachmentPath,
	LARGEST_ATTACHMENT,
	MOST_ATTACHMENTS,
} from "../../model/attachment.ts";
import type { Entity, HeldFiles } from "../../model/entity.ts";
import { EntityNotFoundError, InvalidInputError, SkeinError } from "../../model/errors.ts";
import { hashContent } from "../../model/hash-content.ts";
import { type Db, extendTransactions, type Queryable } from "../engine/db.ts";
import { Repository } from "../rights/access.ts";
import { type Committed, Writer } from "../write/writer.ts";

export interface AttachedFile {
	readonly entity_id: string;
	readonly path: string;
	readonly hash: string;
	readonly bytes: Uint8Array;
}

/** Former bytes stay. One statement each: a few photographs would be a statement of a hundred megabytes. */
export async function storeAttachments(
	tx: Queryable,
	workspaceId: string,
	files: readonly AttachedFile[],
): Promise<void> {
	for (const { entity_id, path, hash, bytes } of files) {
		await tx.query(
			`INSERT INTO attachment (workspace_id, entity_id, path, version, hash, bytes)
				SELECT $1, $2, $3, coalesce(max(version), 0) + 1, $4::text, $5::bytea FROM attachment
				WHERE workspace_id = $1 AND entity_id = $2 AND path = $3
				HAVING NOT coalesce(bool_or(hash = $4::text), false)`,
			[workspaceId, entity_id, path, hash, bytes],
		);
	}
}

export const listHeldFiles = (files: readonly Pick<AttachedFile, "path" | "hash">[]): HeldFiles =>
	Object.fromEntries(files.map(({ path, hash }) => [path, hash]));

/** The files of entities, for one principal. Those who may read an entity may read its files, and nobody else. */
export class Attachments extends Repository<Db> {
	/** The entity must have been read through the same access, and still hold the file. */
	async get(entity: Entity, path: string): Promise<Pick<AttachedFile, "hash" | "bytes">> {
		if (!attachmentsOf(entity).includes(path)) throw new EntityNotFoundError("attachment");
		const [file] = await this.db.query<Pick<AttachedFile, "hash" | "bytes">>(
			`SELECT hash, bytes FROM attachment
				WHERE workspace_id = $1 AND entity_id = $2 AND path = $3 AND hash = $4 LIMIT 1`,
			[this.access.workspaceId, entity.id, path, entity.held_files[path]],
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
		return this.#store(entity, { entity_id: entity.id, path, hash: hashContent(bytes), bytes }, via);
	}

	/** Its bytes are kept, so that an undo brings it back. */
	remove(entity: Entity, path: string, via: string): Promise<Committed> {
		const listed = attachmentsOf(entity);
		if (!listed.includes(path)) throw new EntityNotFoundError("attachment");
		const { [path]: _, ...others } = entity.held_files;
		return this.#hold(this.db, entity, others, via);
	}

	#store(entity: Entity, file: AttachedFile, via: string): Promise<Committed> {
		const { workspaceId } = this.access;
		const db = extendTransactions(this.db, (tx) => storeAttachments(tx, workspaceId, [file]));
		return this.#hold(db, entity, { ...entity.held_files, ...listHeldFiles([file]) }, via);
	}

	#hold(db: Db, { id, version }: Entity, heldFiles: HeldFiles, via: string): Promise<Committed> {
		return new Writer(db, this.access.principal).commit(
			[{ op: "update", id, version, patch: {}, heldFiles }],
			via,
		);
	}
}
