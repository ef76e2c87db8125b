import { posix } from "node:path";
import type { Context } from "hono";
import { z } from "zod";
import { entitySchema } from "../../../contract/entity.ts";
import { entityParams } from "../../../contract/entity-request.ts";
import { LONGEST_REFERENCE } from "../../../contract/limits.ts";
import { dateEntities, type Session } from "../../../graph/graph.ts";
import { findAttachment, LARGEST_ATTACHMENT } from "../../../graph/model/attachment.ts";
import type { Entity } from "../../../graph/model/entity.ts";
import { EntityNotFoundError, SkeinError } from "../../../graph/model/errors.ts";
import type { Api } from "../exchange/api.ts";

const attachmentParams = entityParams.extend({
	name: z.string().min(1).max(LONGEST_REFERENCE).describe("What the text calls it: its name, or its path"),
});

/** The file types a browser may show. Any other file is sent as a download, and never run. */
const SHOWN: Readonly<Record<string, string>> = {
	".png": "image/png",
	".jpg": "image/jpeg",
	".jpeg": "image/jpeg",
	".gif": "image/gif",
	".webp": "image/webp",
	".avif": "image/avif",
	".bmp": "image/bmp",
	".svg": "image/svg+xml",
	".mp3": "audio/mpeg",
	".ogg": "audio/ogg",
	".wav": "audio/wav",
	".mp4": "video/mp4",
	".webm": "video/webm",
};

/** Opened by itself, a picture may hold scripts; here it has no origin, and nothing to load or run. */
const NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

function answerFile(
	context: Context,
	path: string,
	{ bytes, hash }: { bytes: Uint8Array; hash: string },
): Response {
	const type = SHOWN[posix.extname(path).toLowerCase()];
	const name = encodeURIComponent(posix.basename(path)).replaceAll("'", "%27");
	const tag = `"${hash}"`;
	const headers = {
		etag: tag,
		"cache-control": "private, no-cache",
		"content-type": type ?? "application/octet-stream",
		"content-disposition": `${type === undefined ? "attachment" : "inline"}; filename*=UTF-8''${name}`,
		"content-security-policy": NOTHING_RUNS,
	};
	if (context.req.header("if-none-match") === tag) return new Response(null, { status: 304, headers });
	return new Response(new Uint8Array(bytes), { headers });
}

function findPath(entity: Entity, name: string): string {
	const path = findAttachment(entity, name);
	if (path === undefined) throw new EntityNotFoundError("attachment");
	return path;
}

const presentOne = async ({ reader }: Session, entity: Entity) => (await dateEntities(reader))(entity);

/** Reads the body as bytes, up to the limit for an attachment. */
async function readBytes(context: Context): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of (context.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength;
		if (size > LARGEST_ATTACHMENT) {
			throw new SkeinError("too_large", `An attachment may have at most ${LARGEST_ATTACHMENT} bytes.`);
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The files that an entity holds; its `held_files` lists them. */
export function addAttachmentRoutes(api: Api): void {
	const path = "/api/entities/{id}/attachments/{name}";

	api.signedIn(
		`GET ${path}`,
		{ summary: "A file that an entity holds", params: attachmentParams, answer: "file" },
		async ({ context, session, params }) => {
			const entity = await session.reader.rows.get(params.id);
			const found = findPath(entity, params.name);
			return answerFile(context, found, await session.attachments.get(entity, found));
		},
	);

	api.signedIn(
		`PUT ${path}`,
		{
			summary: "Attach a file to an entity, or replace it: the bytes are the body",
			params: attachmentParams,
			sends: "file",
			retry: "refused",
			answer: entitySchema,
		},
		async ({ context, session, params, origin, answerWrite }) => {
			const entity = await session.reader.rows.get(params.id);
			const place = findAttachment(entity, params.name) ?? params.name;
			const bytes = await readBytes(context);
			// Models read the name of a file, and the person who attaches a file has seldom chosen its name.
			const committed = await session.attachments.put(entity, place, bytes, `${origin}:file`);
			return answerWrite(committed, await presentOne(session, committed.entities[0] ?? entity));
		},
	);

	api.signedIn(
		`DELETE ${path}`,
		{
			summary: "Take a file away from an entity; an undo brings it back",
			params: attachmentParams,
			answer: entitySchema,
		},
		async ({ session, params, origin, answerWrite }) => {
			const entity = await session.reader.rows.get(params.id);
			const found = findPath(entity, params.name);
			const committed = await session.attachments.remove(entity, found, origin);
			return answerWrite(committed, await presentOne(session, committed.entities[0] ?? entity));
		},
	);
}
