import type { ForeignText } from "../contract/event.ts";

/** More are counted by nobody and make every stored answer longer. */
const MOST_LISTED = 50;

/**
 * The foreign text of one turn so far. It only grows. The model may be called before it is known; where it cannot be found
 * out whose text something is, it counts as foreign.
 */
export class Taint {
	#found: Promise<readonly ForeignText[]>;

	constructor(prompt: Promise<readonly ForeignText[]>) {
		this.#found = prompt.catch(() => [{ source: "context", name: "text of unknown authors" }]);
	}

	add(foreign: readonly ForeignText[]): void {
		if (foreign.length > 0) this.#found = this.#found.then((before) => [...before, ...foreign]);
	}

	get isTainted(): Promise<boolean> {
		return this.#found.then((found) => found.length > 0);
	}

	async list(): Promise<readonly ForeignText[]> {
		const byName = new Map(
			(await this.#found).map((each) => [`${each.source} ${each.id ?? each.name}`, each]),
		);
		return [...byName.values()].slice(0, MOST_LISTED);
	}
}
