import { InvalidInputError } from "../model/errors.ts";
import { csv } from "./sources/csv/csv-source.ts";
import { documents, docx, html, pdf } from "./sources/documents/documents-sources.ts";
import { github } from "./sources/github/github-source.ts";
import { jsonl } from "./sources/jsonl/jsonl-source.ts";
import { linear } from "./sources/linear/linear-source.ts";
import { logseq, markdown, obsidian } from "./sources/markdown/markdown-sources.ts";
import { notion } from "./sources/notion/notion-source.ts";
import type { Source } from "./sources/source.ts";

/** The sources that ship, in the order in which they are offered. */
const SHIPPED: readonly Source[] = [
	obsidian,
	logseq,
	markdown,
	documents,
	html,
	pdf,
	docx,
	notion,
	github,
	linear,
	csv,
	jsonl,
];

const NAME = /^[a-z][a-z0-9-]{0,59}$/;

/** The sources that a process can import from: those that ship, and its own. */
export class SourceList {
	readonly all: readonly Source[];
	readonly #byName: ReadonlyMap<string, Source>;

	constructor(own: readonly Source[] = []) {
		this.all = [...SHIPPED, ...own];
		const byName = new Map<string, Source>();
		for (const source of this.all) {
			const { name } = source;
			if (!NAME.test(name)) {
				const message = `A source cannot be called "${name}". Use lower-case letters, digits and "-".`;
				throw new InvalidInputError(message, { field: "sources", name });
			}
			if (byName.has(name)) {
				const message = `There is a source called "${name}" already. Give yours another name.`;
				throw new InvalidInputError(message, { field: "sources", name }, "source_taken");
			}
			byName.set(name, source);
		}
		this.#byName = byName;
	}

	get names(): readonly string[] {
		return this.all.map(({ name }) => name);
	}

	get(name: string): Source {
		const source = this.#byName.get(name);
		if (source !== undefined) return source;
		throw new InvalidInputError(
			`There is no source called "${name}". Name one of ${this.names.join(", ")}.`,
			{ field: "source", name },
			"source_unknown",
		);
	}
}

export const SHIPPED_SOURCES = new SourceList();
