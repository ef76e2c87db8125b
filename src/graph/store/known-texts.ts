import { LRUCache } from "lru-cache";
import type { Entity, EntityHeader } from "../model/entity.ts";
import type { Page } from "./load-pages.ts";

interface Known {
	readonly entity: Entity;
	readonly page: Page | undefined;
}

const MOST_CHARACTERS = 64_000_000;
/** What an entity takes besides its texts, and what each of its blocks takes, as characters. */
const RECORD_SIZE = 500;
const BLOCK_SIZE = 200;

/**
 * Entities as they were read, by the version they have. A version is never written twice, so that whoever may read it
 * now need not read it again. It holds what every reader may read: only `Rows` asks it, which holds the rights of its
 * reader against each answer.
 */
export class KnownTexts {
	readonly #known = new LRUCache<string, Known>({ maxSize: MOST_CHARACTERS });

	entity(workspaceId: string, node: EntityHeader): Entity | undefined {
		return this.#find(workspaceId, node)?.entity;
	}

	/** With all of its blocks, if they were read. */
	page(workspaceId: string, node: EntityHeader): Page | undefined {
		return this.#find(workspaceId, node)?.page;
	}

	keep(workspaceId: string, entity: Entity, page?: Page): void {
		const { id, body, description } = entity;
		const blocks = (page?.blocks.length ?? 0) * BLOCK_SIZE;
		const size = RECORD_SIZE + body.length + description.length + blocks;
		this.#known.set(`${workspaceId}${id}`, { entity, page }, { size });
	}

	#find(workspaceId: string, { id, version }: EntityHeader): Known | undefined {
		const known = this.#known.get(`${workspaceId}${id}`);
		return known?.entity.version === version ? known : undefined;
	}
}
