import { fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

interface FileStream {
	readonly nfd: number;
	readonly path?: string;
}

interface FileOperations {
	write: (stream: FileStream, bytes: Uint8Array, offset: number, length: number, at: number) => number;
	fsync?: (stream: FileStream) => number;
}

interface NodeOperations {
	mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
	setattr: (node: unknown, attributes: { mode?: number }) => void;
}

/** The rights of others, which are taken out of every mode the engine sets. */
const FOR_OTHERS = 0o077;

/** The engine's own number for an input/output error; it answers a failed fsync with a panic, as it must. */
const inputOutputError = 29;

/**
 * PGlite's own file system forgets fsync: a commit it has acknowledged would not survive a power cut. And it makes
 * files as open as the umask lets it, so that other users of the machine could read the database.
 */
export class DurableNodeFS extends NodeFS {
	/** Grows with every byte of write-ahead log; nothing else says when a checkpoint is due. */
	walBytes = 0;
	fsyncs = 0;

	override async init(engine: PGlite, options: Parameters<NodeFS["init"]>[1]): ReturnType<NodeFS["init"]> {
		const { emscriptenOpts } = await super.init(engine, options);
		const installFsync = (module: { readonly FS: unknown }) => {
			const { filesystems } = module.FS as {
				filesystems: { NODEFS: { stream_ops: FileOperations; node_ops: NodeOperations } };
			};
			makePrivate(filesystems.NODEFS.node_ops);
			const operations = filesystems.NODEFS.stream_ops;
			const write = operations.write;
			operations.write = (stream, bytes, offset, length, at) => {
				if (stream.path?.includes("/pg_wal/")) this.walBytes += length;
				return write(stream, bytes, offset, length, at);
			};
			operations.fsync = (stream) => this.#fsync(stream);
		};
		return {
			emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), installFsync] },
		};
	}

	#fsync(stream: FileStream): number {
		this.fsyncs++;
		try {
			fsyncSync(stream.nfd);
			return 0;
		} catch {
			return inputOutputError;
		}
	}
}

function makePrivate(operations: NodeOperations): void {
	const { mknod, setattr } = operations;
	operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~FOR_OTHERS, device);
	operations.setattr = (node, attributes) =>
		setattr(
			node,
			attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~FOR_OTHERS },
		);
}
