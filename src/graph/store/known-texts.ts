import { LRUCache } from "lru-cache";
import type { Entity, EntityHeader } from "../model/entity.ts";
import type { Page } from "./load-pages.ts";

interface Known {
	readonly entity: Entity;
	readonly page: Page | undefined;
}

const MOST_CHARACTERS = 64_000_000;
/** The size of an entity without its texts, and of each of its blocks, in characters. */
const RECORD_SIZE = 500;
const BLOCK_SIZE = 200;

/**
 * Entities as they were read, by version. A version is never written twice, so that it need not be read twice. It holds
 * the texts of every reader: only `Rows` uses it, which checks the rights of its reader for each answer.
 */
export class KnownTexts {
	readonly #known = new LRUCache<string, Known>({ maxSize: MOST_CHARACTERS });

	/** With a page, if all of its blocks were read. */
	find(workspaceId: string, { id, version }: EntityHeader): Known | undefined {
		const known = this.#known.get(`${workspaceId}${id}`);
		return known?.entity.version === version ? known : undefined;
	}

	keep(workspaceId: string, entity: Entity, page?: Page): void {
		const { id, body, description } = entity;
		const blocks = (page?.blocks.length ?? 0) * BLOCK_SIZE;
		const size = RECORD_SIZE + body.length + description.length + blocks;
		this.#known.set(`${workspaceId}${id}`, { entity, page }, { size });
	}
}
