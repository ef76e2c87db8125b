import { posix } from "node:path";
import { readAddress } from "../../../model/attachment.ts";
import { blankCode } from "../../../model/blank-code.ts";
import { foldTitle } from "../../../model/entity.ts";
import { type Replacement, replaceRanges } from "../../../model/replace-ranges.ts";
import type { ImportLink } from "../../source/import-item.ts";
import { type NotionPage, splitName } from "./notion-files.ts";

const LINK = /(?<!\\)\[((?:[^[\]\\\n]|\\.){0,500})\]\(([^()\s]{1,2000}\.(?:md|csv)(?:\?[^()\s]*)?)\)/gi;

type LinkTarget = Pick<NotionPage, "id" | "path" | "title">;

/** A link to a page whose title is its alone becomes a `[[link]]`; any other stays as it is and is stated as a relation. */
export function rewriteLinks(
	targets: readonly LinkTarget[],
): (page: NotionPage) => { readonly body: string; readonly links: readonly ImportLink[] } {
	const byId = new Map(targets.map((target) => [target.id, target]));
	const byPath = new Map(targets.map((target) => [target.path, target]));
	const titles = new Map<string, number>();
	for (const { title } of targets) titles.set(foldTitle(title), (titles.get(foldTitle(title)) ?? 0) + 1);

	const findTarget = (from: NotionPage, address: string): LinkTarget | undefined => {
		const path = readAddress(address);
		const { id } = splitName(posix.basename(path));
		return (
			(id === undefined ? undefined : byId.get(id)) ?? byPath.get(posix.join(posix.dirname(from.path), path))
		);
	};
	return (page) => {
		const links = new Map<string, ImportLink>();
		const replaced: Replacement[] = [];
		for (const match of blankCode(page.text).matchAll(LINK)) {
			const [whole, shown = "", address = ""] = match;
			const target = findTarget(page, address);
			if (target === undefined || target.id === page.id) continue;
			const isUnique = titles.get(foldTitle(target.title)) === 1 && !/[[\]|#^\n]/.test(target.title);
			if (!isUnique || shown.includes("|")) {
				links.set(target.id, { rel: "references", to: target.id });
				continue;
			}
			const name = shown === target.title || shown === "" ? target.title : `${target.title}|${shown}`;
			replaced.push({ start: match.index, end: match.index + whole.length, text: `[[${name}]]` });
		}
		return { body: replaceRanges(page.text, replaced), links: [...links.values()] };
	};
}
