import { posix } from "node:path";
import { type Entity, foldTitle } from "./entity.ts";

export const LARGEST_ATTACHMENT = 20_000_000;
export const MOST_ATTACHMENTS = 200;
const LONGEST_ATTACHMENT_PATH = 500;

export const attachmentsOf = ({ held_files: files }: Pick<Entity, "held_files">): readonly string[] =>
	Object.keys(files);

/** Whether it names a place below the one where it is written, in a form that every system takes. */
export const isAttachmentPath = (path: string): boolean =>
	path.length <= LONGEST_ATTACHMENT_PATH &&
	!/[\p{Cc}\\:*?"<>|]/u.test(path) &&
	path.split("/").every((part) => part !== "" && !/^\.+$/.test(part));

/** Returns the last name of a path, as file systems that ignore case compare it. */
export const fileKey = (path: string): string => foldTitle(posix.basename(path));

/** Where an address leads: without heading or query, with blanks and signs instead of percent codes. */
export function readAddress(address: string): string {
	const place = address.replace(/[#?].*$/s, "");
	try {
		return decodeURIComponent(place).normalize("NFC");
	} catch {
		return place.normalize("NFC");
	}
}

/** Returns the address of a link as a key of `fileKey`. */
export const addressKey = (address: string): string => fileKey(readAddress(address));

/** Of several files of one name: the one at `from`, else the one from the top, else one whose path ends so, shortest first. */
export function choosePath(paths: readonly string[], from: string, address: string): string | undefined {
	const target = readAddress(address);
	const top = foldTitle(posix.normalize(target).replace(/^(?:\.{0,2}\/)+/, ""));
	const near = foldTitle(posix.normalize(posix.join(posix.dirname(from), target)));
	const byLength = [...paths].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
	const keyed = byLength.map((path) => ({ path, key: foldTitle(path) }));
	const found =
		keyed.find(({ key }) => key === near) ??
		keyed.find(({ key }) => key === top) ??
		keyed.find(({ key }) => key.endsWith(`/${top}`));
	return found?.path;
}

/** Where the file lay that an entity was imported from. */
export function sourceOf({ props }: Pick<Entity, "props">): string | undefined {
	const { source } = props;
	return source !== null && typeof source === "object" && "path" in source && typeof source.path === "string"
		? source.path
		: undefined;
}

export function findAttachment(
	entity: Pick<Entity, "props" | "held_files">,
	address: string,
): string | undefined {
	const from = sourceOf(entity) ?? "";
	const key = addressKey(address);
	return choosePath(
		attachmentsOf(entity).filter((path) => fileKey(path) === key),
		from,
		address,
	);
}
