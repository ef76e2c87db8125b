import { LRUCache } from "lru-cache";
import type { AccessSet } from "./model/access.ts";

/** Moves when what is kept changes its shape, so that a new version never reads what an old one left. */
const SCHEMA = 1;
const MOST_ENTRIES = 2_000;
const LONGEST_KEPT = 60_000;

/** A cache that only one reader can ask. */
export interface ReaderCache {
	/** The maker must depend on nothing but reader, rights, revision and parameters; when it fails, nothing is kept. */
	get<Value>(
		surface: string,
		params: unknown,
		make: () => Value | Promise<Value>,
	): Promise<{ readonly value: Value; readonly hit: boolean }>;
}

/** With anything left out, another reader would get the answer, or the same one too late. */
export function nameEntry(input: {
	readonly access: AccessSet;
	/** How often the search by meaning has learnt something: that moves no revision. */
	readonly learnt: number;
	readonly surface: string;
	readonly params: unknown;
}): string {
	const { access, learnt, surface, params } = input;
	const { grant } = access.principal;
	return JSON.stringify([
		SCHEMA,
		access.workspaceId,
		access.accountId,
		grant ? [grant.mode, grant.projectIds] : null,
		access.epoch,
		access.revision,
		learnt,
		surface,
		params,
	]);
}

/** Answers kept in memory for a while; the least recently used leave first. */
export class AnswerCache {
	readonly #entries = new LRUCache<string, { readonly value: unknown }>({
		max: MOST_ENTRIES,
		ttl: LONGEST_KEPT,
	});

	of(access: AccessSet, learnt: () => number): ReaderCache {
		return {
			get: async (surface, params, make) => {
				const key = nameEntry({ access, learnt: learnt(), surface, params });
				const known = this.#entries.get(key);
				if (known) return { value: known.value as Awaited<ReturnType<typeof make>>, hit: true };
				const value = await make();
				this.#entries.set(key, { value });
				return { value, hit: false };
			},
		};
	}
}
