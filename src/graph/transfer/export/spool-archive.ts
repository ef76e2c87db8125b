import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Edge, Entity } from "../../model/entity.ts";
import type { OwnKindDefinition } from "../../model/own-kind.ts";
import { makePassingFolder } from "../files/passing-folder.ts";

export type Dump = (write: (lines: string) => Promise<void>) => Promise<number>;

export interface ArchivedFile {
	readonly entity_id: string;
	readonly path: string;
	readonly hash: string;
	readonly content: Uint8Array;
}

export interface SpooledArchive {
	readonly chunks: () => AsyncIterable<Uint8Array>;
	readonly lines: () => AsyncIterable<string>;
	readonly entities: () => AsyncIterable<Entity>;
	readonly edges: () => AsyncIterable<Edge>;
	readonly attachments: () => AsyncIterable<ArchivedFile>;
	readonly ownKinds: () => AsyncIterable<OwnKindDefinition>;
	close(): Promise<void>;
}

/** To a file first: the embedded store serves nobody else meanwhile, and a slow download would keep all others waiting. */
export async function spoolArchive(dump: Dump): Promise<SpooledArchive> {
	const folder = await makePassingFolder("export");
	const path = join(folder, "archive.jsonl");
	const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
	try {
		const file = await open(path, "wx", 0o600);
		try {
			await dump(async (lines) => {
				await file.write(lines);
			});
		} finally {
			await file.close();
		}
	} catch (error) {
		await close();
		throw error;
	}
	const lines = (): AsyncIterable<string> =>
		createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
	const rowsOf = async function* <Row>(type: string): AsyncGenerator<Row> {
		const start = `{"type":"${type}","row":`;
		for await (const line of lines())
			if (line.startsWith(start)) yield (JSON.parse(line) as { row: Row }).row;
	};
	return {
		chunks: () => createReadStream(path),
		lines,
		entities: () => rowsOf<Entity>("entity"),
		edges: () => rowsOf<Edge>("edge"),
		attachments: async function* () {
			for await (const { bytes, ...file } of rowsOf<ArchivedFile & { bytes: string }>("attachment"))
				yield { ...file, content: Buffer.from(bytes.slice("\\x".length), "hex") };
		},
		ownKinds: async function* () {
			for await (const row of rowsOf<{ definition: OwnKindDefinition }>("own_kind")) yield row.definition;
		},
		close,
	};
}
