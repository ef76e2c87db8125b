import { posix } from "node:path";
import { choosePath, findAttachment, sourceOf } from "../../model/attachment.ts";
import { type Entity, foldTitle } from "../../model/entity.ts";
import { type Replacement, replaceRanges } from "../../model/replace-ranges.ts";
import { scanWikilinks, type Wikilink } from "../../model/scan-wikilinks.ts";
import { leadsToNote, scanAddresses } from "../sources/scan-addresses.ts";
import { addressOf, type Named, type Vault } from "./plan-vault.ts";

/** Links whose target lies in a file of another name get that name in front; all else of the text stays as it is. */
export const rewriteBody = (vault: Vault, entity: Entity): string =>
	replaceRanges(entity.body, [...rewriteWikilinks(vault, entity), ...rewriteAddresses(vault, entity)]);

/** By every name that an entity linked from this text has. */
function indexTargets(vault: Vault, entity: Entity): ReadonlyMap<string, Named> {
	const targets = (vault.linked.get(entity.id) ?? []).flatMap((id) => vault.named.get(id) ?? []);
	return new Map(
		[...targets]
			.reverse()
			.flatMap((target) => [
				...target.aliases.map((alias) => [foldTitle(alias), target] as const),
				[foldTitle(target.title), target] as const,
			]),
	);
}

function rewriteWikilinks(vault: Vault, entity: Entity): readonly Replacement[] {
	const byName = indexTargets(vault, entity);
	return scanWikilinks(entity.body).flatMap((link) => {
		const found = byName.get(foldTitle(link.target));
		const address = found ? addressOf(vault, found) : addressAttachment(vault, entity, link.target);
		return address === undefined || foldTitle(address) === foldTitle(link.target)
			? []
			: [readdress(link, address)];
	});
}

/** By its name where that is enough, by its path otherwise. */
function addressAttachment(vault: Vault, entity: Entity, target: string): string | undefined {
	const place = placeAttachment(vault, entity, target);
	if (place === undefined) return undefined;
	const endsSo = foldTitle(posix.basename(place)) === foldTitle(posix.basename(target));
	return endsSo && vault.attachments.isUnique(place) ? target : place;
}

/** The link with another address. It shows what it showed; of an embed, that is the file itself. */
function readdress({ start, end, text: written, target, embed }: Wikilink, address: string): Replacement {
	const at = written.indexOf("[[") + 2;
	const rest = written.slice(at).replace(/^\s*/, "").slice(target.length, -"]]".length);
	const shown = written.includes("|") || embed ? "" : `|${target}`;
	return { start, end, text: `${written.slice(0, at)}${address}${rest}${shown}]]` };
}

/** A bracket would end the address before its time. */
const encodeAddress = (path: string): string => encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29");

/** Where the note that an address means lies in the vault: one that this text is related to, and that lay there. */
function placeNote(vault: Vault, entity: Entity, address: string): string | undefined {
	const related = (vault.stated.get(entity.id) ?? []).flatMap(({ dst_id }) => vault.named.get(dst_id) ?? []);
	const bySource = new Map(related.flatMap((note) => (note.source ? [[note.source, note] as const] : [])));
	const source = choosePath([...bySource.keys()], sourceOf(entity) ?? "", address);
	const note = source === undefined ? undefined : bySource.get(source);
	return note && `${note.address}.md`;
}

function placeAttachment({ attachments }: Vault, entity: Entity, address: string): string | undefined {
	const path = findAttachment(entity, address);
	return path === undefined ? undefined : attachments.find(entity.id, path);
}

/** Addresses of files are relative to the text, which lies elsewhere now. */
function rewriteAddresses(vault: Vault, entity: Entity): readonly Replacement[] {
	const folder = posix.dirname(vault.named.get(entity.id)?.address ?? "");
	return scanAddresses(entity.body).flatMap(({ address, start, end }) => {
		const place = leadsToNote(address)
			? placeNote(vault, entity, address)
			: placeAttachment(vault, entity, address);
		if (place === undefined) return [];
		const relative = posix.relative(folder, place);
		const isBracketed = entity.body[start - 1] === "<";
		return [{ start, end, text: isBracketed ? relative : encodeAddress(relative) }];
	});
}
