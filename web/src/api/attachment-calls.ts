import { type Entity, fetchOrThrow, type Written, write } from "./api.ts";

/** The files that an entity holds, by their paths. */
export const listAttachments = ({ held_files: files }: Pick<Entity, "held_files">): readonly string[] =>
	Object.keys(files);

/** Returns the address of a file of an entity, by its path or by the name a text uses for it. */
export const attachmentPath = (entityId: string, name: string): string =>
	`/api/entities/${encodeURIComponent(entityId)}/attachments/${encodeURIComponent(name)}`;

export async function putAttachment(entityId: string, file: File): Promise<Written<Entity>> {
	const response = await fetchOrThrow(attachmentPath(entityId, file.name), {
		method: "PUT",
		headers: { accept: "application/json", "content-type": "application/octet-stream" },
		body: file,
	});
	return { answer: (await response.json()) as Entity, changeId: response.headers.get("skein-change") };
}

export const removeAttachment = (entityId: string, path: string): Promise<Written<Entity>> =>
	write("DELETE", attachmentPath(entityId, path));
