import { posix } from "node:path";
import { stringify } from "yaml";
import type { Entity } from "../../model/entity.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { ZipMember } from "../files/write-zip.ts";
import { addressOf, planVault, type Vault } from "./plan-vault.ts";
import { rewriteBody } from "./rewrite-body.ts";
import type { SpooledArchive } from "./spool-archive.ts";

/** A vault of Markdown: a folder for each project and kind, a note for each entity, fields as frontmatter, links as links. */
export async function* listVaultFiles(archive: SpooledArchive): AsyncGenerator<ZipMember> {
	const vault = await planVault(archive);
	for await (const entity of archive.entities()) {
		const named = vault.named.get(entity.id);
		if (named === undefined) continue;
		yield {
			path: `${named.address}.md`,
			content: `---\n${stringify(listFields(vault, entity), { lineWidth: 0 })}---\n${rewriteBody(vault, entity)}`,
		};
	}
	yield* listAttachments(archive, vault);
}

async function* listAttachments(archive: SpooledArchive, vault: Vault): AsyncGenerator<ZipMember> {
	const written = new Set<string>();
	for await (const { entity_id, path, content } of archive.attachments()) {
		const place = vault.attachments.find(entity_id, path);
		if (place === undefined || written.has(place)) continue;
		written.add(place);
		yield { path: place, content };
	}
}

function linkTo(vault: Vault, id: string): string | undefined {
	const target = vault.named.get(id);
	if (target === undefined) return undefined;
	const address = addressOf(vault, target);
	const shown = target.title.replace(/[[\]|\n]/g, " ");
	return address === target.title ? `[[${address}]]` : `[[${address}|${shown}]]`;
}

function listFields(vault: Vault, entity: Entity): JsonObject {
	const { frontmatter, source: _, ...props } = entity.props;
	const own = isObject(frontmatter) ? frontmatter : {};
	const relations: Record<string, string[]> = {};
	for (const { rel, dst_id } of vault.stated.get(entity.id) ?? []) {
		const link = linkTo(vault, dst_id);
		if (link !== undefined) relations[rel] = [...(relations[rel] ?? []), link];
	}
	const isNamedSo = posix.basename(vault.named.get(entity.id)?.address ?? "") === entity.title;
	return {
		...own,
		...props,
		...(!isNamedSo && { title: entity.title }),
		...(entity.aliases.length > 0 && { aliases: entity.aliases }),
		kind: entity.kind,
		...(entity.state_key !== null && { state: entity.state_key }),
		...(entity.type_key !== null && { type: entity.type_key }),
		...(entity.description !== "" && { description: entity.description }),
		...relations,
		created: entity.created_at,
		updated: entity.updated_at,
		...(entity.archived_at !== null && { archived: entity.archived_at }),
		id: entity.id,
	};
}
