import type { NewEntity } from "../../../model/entity.ts";
import { isReference, listReferences } from "../../../model/field.ts";
import { addTo } from "../../../model/group-by.ts";
import { isId } from "../../../model/ids.ts";
import { KindRegistry } from "../../../model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition } from "../../../model/own-kind.ts";
import { withoutUndefined } from "../../../model/without-undefined.ts";
import { WorkLimit } from "../../../model/work-limit.ts";
import type { KindNames } from "../../../store/archive/imports.ts";
import {
	type ImportItem,
	type ImportLink,
	type ImportReference,
	makeItem,
	type Survey,
} from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import { findKind, nameKind } from "../../tables/name-field.ts";
import { attachFiles } from "../attach-files.ts";
import type { SurveyOptions } from "../survey-options.ts";
import { type ArchiveContent, type ArchivedEntity, readArchive } from "./read-archive.ts";

/** Exports of earlier versions list the files of an entity among its properties, by path and number. */
const FORMER_FILE_LISTS: readonly string[] = ["attachments", "attachment_versions"];

/** Everything comes in as the person who imports it, under new ids. To have a workspace back as it was, restore it instead. */
export async function readJsonlSource(options: SurveyOptions): Promise<Survey> {
	const content = freeContent(await readArchive(options), options.kindNames);
	const kinds = new KindRegistry(content.kinds.map(makeOwnKind));
	const live = content.entities.filter((entity) => entity.deleted_at === null);
	const ids = new Set(live.map((entity) => entity.id));
	const trashed = new Set(
		content.entities.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [id])),
	);
	const links = new Map<string, ImportLink[]>();
	const loose: string[] = [];
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	for (const { src_id, rel, dst_id, text } of content.edges) {
		if (!ids.has(src_id) || !ids.has(dst_id)) {
			const isKnown = (id: string): boolean => ids.has(id) || trashed.has(id);
			if (!isKnown(src_id) || !isKnown(dst_id)) loose.push(`${src_id} ${rel} ${dst_id}`);
			continue;
		}
		await turns.spend(1);
		addTo(links, src_id, { rel, to: dst_id, ...(text !== "" && { text }) });
	}
	const toItem = (entity: ArchivedEntity): ImportItem => {
		const references = referencesOf(entity, { kinds, ids });
		const held = content.files.get(entity.id);
		const left = [
			...references.map(({ field }) => field),
			...(held && entity.held_files === undefined ? FORMER_FILE_LISTS : []),
		];
		const found = links.get(entity.id);
		const inProject = entity.project_id !== null && entity.project_id !== entity.id;
		const item = makeItem({
			externalId: entity.id,
			archived: entity.archived_at !== null,
			...(inProject && ids.has(entity.project_id ?? "") && { project: entity.project_id ?? "" }),
			...(found && { links: found }),
			...(references.length > 0 && { references }),
			entity: {
				...toNewEntity(entity, {
					props: Object.fromEntries(Object.entries(entity.props).filter(([name]) => !left.includes(name))),
					// Hidden from others there: only the person who imports it may read it here.
					visibility: entity.visibility === "inherit" ? (options.visibility ?? "inherit") : "private",
				}),
				...(options.projectId !== undefined && !inProject && { project_id: options.projectId }),
			},
		});
		return held === undefined ? item : attachFiles(item, held);
	};
	const isProject = (entity: ArchivedEntity): boolean => entity.project_id === entity.id;
	const items: ImportItem[] = [];
	for (const entity of [...live.filter(isProject), ...live.filter((entity) => !isProject(entity))]) {
		await turns.spend(1);
		items.push(toItem(entity));
	}
	return {
		source: `jsonl:${content.workspaceId}`,
		kinds: content.kinds,
		fields: content.kinds.flatMap(({ kind, fields }) =>
			fields.map(({ name, type }) => ({
				kind,
				name,
				type,
				count: live.filter((entity) => entity.kind === kind && entity.props[name] !== undefined).length,
			})),
		),
		items,
		losses: [...content.losses, ...lossAt(loose, "relation", "One of its ends has no line here.")],
	};
}

/** In a fixed order: its hash decides whether a second import finds a change. */
export function toNewEntity(
	entity: ArchivedEntity,
	{ props, visibility }: Required<Pick<NewEntity, "props" | "visibility">>,
): NewEntity {
	const { kind, title, aliases, body, description, state_key, type_key, created_at, updated_at } = entity;
	const said = { kind, title, aliases, body, description, state_key, type_key };
	return withoutUndefined({ ...said, props, visibility, created_at, updated_at });
}

function freeContent(content: ArchiveContent, names: KindNames): ArchiveContent {
	const { kinds, renamed, losses } = freeWords(content.kinds, names);
	const entities = content.entities.map((entity) => {
		const kind = renamed.get(entity.kind);
		return kind === undefined ? entity : { ...entity, kind };
	});
	return { ...content, kinds, entities, losses: [...content.losses, ...losses] };
}

/** The reference fields of an entity that name something, by the ids they name. Those of a file written by hand are words. */
export const referencesOf = (
	{ kind, props }: ArchivedEntity,
	{ kinds, ids }: { readonly kinds: KindRegistry; readonly ids: ReadonlySet<string> },
): readonly ImportReference[] =>
	(kinds.find(kind)?.fields ?? []).filter(isReference).flatMap((field) => {
		const to = listReferences(props[field.name]).filter((id) => isId(id) || ids.has(id));
		return to.length === 0 ? [] : [{ field: field.name, to, list: field.type === "entity_ref_list" }];
	});

/** The store refuses a kind with a word that the importer may not give it, and with it everything that the archive holds. */
function freeWords(kinds: readonly OwnKindDefinition[], names: KindNames) {
	const isFree = (word: string): boolean => !names.words.has(word.trim().toLowerCase());
	const taken = new Set([...names.words, ...kinds.map(({ kind }) => kind)]);
	/** The names here for kinds of the archive, where they differ. */
	const renamed = new Map<string, string>();
	for (const { kind } of kinds) {
		if (isFree(kind)) continue;
		const name = findKind(names, kind) ?? nameKind(kind, taken);
		if (name === kind) continue;
		taken.add(name);
		renamed.set(kind, name);
	}
	const nameOf = (kind: string): string => renamed.get(kind) ?? kind;
	const losses: Loss[] = [];
	const freed = kinds.map((definition): OwnKindDefinition => {
		const kind = nameOf(definition.kind);
		const fields = definition.fields.map((field) =>
			"kind" in field ? { ...field, kind: nameOf(field.kind) } : field,
		);
		if (names.ownKinds.includes(kind)) return { ...definition, kind, fields };
		const { label, plural = `${definition.kind}s`, also_called: others = [], ...rest } = definition;
		const dropped = [definition.kind, label, plural, ...others].filter((word) => !isFree(word));
		if (dropped.length === 0) return { ...definition, fields };
		losses.push({
			what: `words for the kind ${definition.kind}`,
			where: [...new Set(dropped)].join(", "),
			why: `They are words for a kind that ships, which only an owner or admin gives to another. It is called ${kind} here.`,
		});
		return {
			...rest,
			kind,
			label: isFree(label) ? label : kind,
			plural: [plural, `${kind}s`].find(isFree) ?? kind,
			also_called: others.filter(isFree),
			fields,
		};
	});
	return { kinds: freed, renamed, losses };
}
