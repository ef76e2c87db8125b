import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { type ModelChoices, NO_MODELS } from "./model-settings.ts";

const OWNER_ONLY = 0o600;

type ByWorkspace = Readonly<Record<string, ModelChoices>>;

/**
 * The models that each workspace has set up for itself, with their keys, in a file that only the server's operator can
 * read. In the database they would be part of every backup.
 */
export class OwnModels {
	readonly #path: string | undefined;
	#choices: ByWorkspace;

	private constructor(path: string | undefined, choices: ByWorkspace) {
		this.#path = path;
		this.#choices = choices;
	}

	/** Without a path they last as long as the process. */
	static async open(path?: string): Promise<OwnModels> {
		if (path === undefined) return new OwnModels(undefined, {});
		const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return "{}";
			throw error;
		});
		return new OwnModels(path, JSON.parse(text) as ByWorkspace);
	}

	of(workspaceId: string): ModelChoices {
		return Object.hasOwn(this.#choices, workspaceId) ? (this.#choices[workspaceId] ?? NO_MODELS) : NO_MODELS;
	}

	/** In one step: a crash leaves the old file or the new one. */
	async set(workspaceId: string, choices: ModelChoices): Promise<void> {
		const all = { ...this.#choices, [workspaceId]: choices };
		if (this.#path !== undefined) {
			const draft = `${this.#path}.${process.pid}`;
			await rm(draft, { force: true });
			await writeFile(draft, JSON.stringify(all, null, "\t"), { mode: OWNER_ONLY, flag: "wx" });
			await rename(draft, this.#path);
		}
		this.#choices = all;
	}
}
