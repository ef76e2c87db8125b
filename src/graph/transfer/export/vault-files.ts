import { posix } from "node:path";
import { stringify } from "yaml";
import { type Edge, type Entity, foldTitle } from "../../model/entity.ts";
import type { JsonObject } from "../../model/json.ts";
import { KindRegistry } from "../../model/kind-registry.ts";
import { makeOwnKind } from "../../model/own-kind.ts";
import { scanWikilinks } from "../../model/scan-wikilinks.ts";
import type { ZipMember } from "../files/write-zip.ts";
import { FileNames, nameFile } from "./name-files.ts";
import type { SpooledArchive } from "./spool-archive.ts";

/** What has to be known of every entity before the first file is written. */
interface Named {
	readonly title: string;
	readonly aliases: readonly string[];
	/** Without extension, as a link names it. */
	readonly address: string;
}

interface Vault {
	readonly named: ReadonlyMap<string, Named>;
	/** By source: stated relations, and what the links of the text have become. */
	readonly stated: ReadonlyMap<string, readonly Edge[]>;
	readonly linked: ReadonlyMap<string, readonly string[]>;
	/** How many entities have this name, as their title or as the name of their file. */
	readonly holders: ReadonlyMap<string, number>;
}

/** A vault of Markdown: a folder for each project and kind, a note for each entity, fields as frontmatter, links as links. */
export async function* listVaultFiles(archive: SpooledArchive): AsyncGenerator<ZipMember> {
	const vault = await surveyVault(archive);
	for await (const entity of archive.entities()) {
		const named = vault.named.get(entity.id);
		if (named === undefined) continue;
		yield {
			path: `${named.address}.md`,
			content: `---\n${stringify(listFields(vault, entity), { lineWidth: 0 })}---\n${rewriteBody(vault, entity)}`,
		};
	}
}

async function surveyVault(archive: SpooledArchive): Promise<Vault> {
	const ownKinds = [];
	for await (const definition of archive.ownKinds()) ownKinds.push(makeOwnKind(definition));
	const kinds = new KindRegistry(ownKinds);
	const projects = new Map<string, string>();
	for await (const { id, project_id, title } of archive.entities())
		if (id === project_id) projects.set(id, title);

	const names = new FileNames();
	const named = new Map<string, Named>();
	const holders = new Map<string, number>();
	for await (const { id, kind, project_id, title, aliases } of archive.entities()) {
		const project = project_id === null ? undefined : projects.get(project_id);
		const group = kinds.find(kind)?.plural ?? kind;
		const folder = `${project === undefined ? "" : `${nameFile(project)}/`}${id === project_id ? "" : `${nameFile(group)}/`}`;
		const path = names.add(folder, title, ".md");
		const address = path.slice(0, -".md".length);
		named.set(id, { title, aliases, address });
		for (const key of new Set([foldTitle(posix.basename(address)), foldTitle(title)]))
			holders.set(key, (holders.get(key) ?? 0) + 1);
	}
	const stated = new Map<string, Edge[]>();
	const linked = new Map<string, string[]>();
	for await (const edge of archive.edges()) {
		if (edge.origin === "stated") stated.set(edge.src_id, [...(stated.get(edge.src_id) ?? []), edge]);
		else if (edge.origin === "link")
			linked.set(edge.src_id, [...(linked.get(edge.src_id) ?? []), edge.dst_id]);
	}
	return { named, stated, linked, holders };
}

/** By its name alone where that is enough, as people write links; by its path where two are called the same. */
function addressOf({ holders }: Vault, { address }: Named): string {
	const base = posix.basename(address);
	return holders.get(foldTitle(base)) === 1 ? base : address;
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
	const own =
		frontmatter !== null && typeof frontmatter === "object" && !Array.isArray(frontmatter) ? frontmatter : {};
	const relations: Record<string, string[]> = {};
	for (const { rel, dst_id } of vault.stated.get(entity.id) ?? []) {
		const link = linkTo(vault, dst_id);
		if (link !== undefined) relations[rel] = [...(relations[rel] ?? []), link];
	}
	const isNamedSo = posix.basename(vault.named.get(entity.id)?.address ?? "") === entity.title;
	return {
		...(own as JsonObject),
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

/** Links whose target lies in a file of another name get that name in front; all else of the text stays as it is. */
function rewriteBody(vault: Vault, entity: Entity): string {
	const targets = (vault.linked.get(entity.id) ?? []).flatMap((id) => vault.named.get(id) ?? []);
	if (targets.length === 0) return entity.body;
	const byName = new Map(
		[...targets]
			.reverse()
			.flatMap((target) => [
				...target.aliases.map((alias) => [foldTitle(alias), target] as const),
				[foldTitle(target.title), target] as const,
			]),
	);
	let text = "";
	let done = 0;
	for (const { start, end, text: written, target } of scanWikilinks(entity.body)) {
		const found = byName.get(foldTitle(target));
		if (found === undefined || foldTitle(addressOf(vault, found)) === foldTitle(target)) continue;
		const at = written.indexOf("[[") + 2;
		const rest = written.slice(at).replace(/^\s*/, "").slice(target.length);
		const shown = written.includes("|") ? "" : `|${target}`;
		text += entity.body.slice(done, start) + written.slice(0, at) + addressOf(vault, found);
		text += `${rest.slice(0, -"]]".length)}${shown}]]`;
		done = end;
	}
	return text + entity.body.slice(done);
}
