import { SkeinError } from "../../model/errors.ts";
import { groupBy } from "../../model/group-by.ts";
import { newId } from "../../model/ids.ts";
import type { Operation } from "../../model/operation.ts";
import type { ImportedEntity, ImportRecord } from "../../store/archive/imports.ts";
import {
	EDGE_RECORD,
	fillReferences,
	hashOf,
	type ImportItem,
	REFERENCE_RECORD,
} from "../source/import-item.ts";
import { countOf, type Loss, listPlaces } from "../source/import-report.ts";
import type { ImportItemsOptions } from "./import-items.ts";

interface Step {
	readonly where: string;
	readonly operations: readonly Operation[];
	readonly records: readonly ImportRecord[];
	readonly forgotten: readonly string[];
}

/** Relations, per transaction. */
const BATCH = 500;
const ITEMS_AT_ONCE = 500;

const hasLinks = (item: ImportItem): boolean =>
	(item.links?.length ?? 0) > 0 || (item.references?.length ?? 0) > 0;

/** Each is recorded with the id of its edge: one removed here is not stated again, one gone from the source is removed. */
export async function importLinks(options: ImportItemsOptions): Promise<readonly Loss[]> {
	const { imports, survey, onProgress, signal } = options;
	const recorded = await imports.listRecords(survey.source, EDGE_RECORD);
	if (recorded.length === 0 && !survey.items.some(hasLinks)) return [];
	const byEntity = groupBy(recorded, (record) => record.entity_id);
	const losses: Loss[] = [];
	const missing: string[] = [];
	const { items } = survey;
	for (let done = 0; done < items.length; done += ITEMS_AT_ONCE) {
		signal?.throwIfAborted();
		onProgress?.({ stage: "linking", done, total: items.length });
		const batch = items.slice(done, done + ITEMS_AT_ONCE);
		const named = batch.flatMap((item) => [
			item.externalId,
			REFERENCE_RECORD + item.externalId,
			...(item.links ?? []).map((link) => link.to),
			...(item.references ?? []).flatMap((reference) => reference.to),
		]);
		const found = await imports.find(survey.source, [...new Set(named)]);
		const steps = batch.flatMap((item) => {
			const own = found.get(item.externalId);
			if (own === undefined || own.deleted || !own.writable) return [];
			const before = byEntity.get(own.entity_id) ?? [];
			return [...planLinks({ item, own, found, before, missing }), ...planReferences(item, own, found)];
		});
		for (let start = 0; start < steps.length; start += BATCH) {
			losses.push(...(await writeSteps(options, steps.slice(start, start + BATCH))));
		}
	}
	onProgress?.({ stage: "linking", done: items.length, total: items.length });
	if (missing.length > 0) {
		losses.push({
			what: `${countOf(missing.length, "relation")} to things that are not here`,
			where: listPlaces(missing),
			why: "The other end was not part of the source, or was left out. Import it, and run this again.",
		});
	}
	return losses;
}

function planLinks(input: {
	readonly item: ImportItem;
	readonly own: ImportedEntity;
	readonly found: ReadonlyMap<string, ImportedEntity>;
	readonly before: readonly ImportRecord[];
	readonly missing: string[];
}): readonly Step[] {
	const { item, own, found, before, missing } = input;
	const known = new Set(before.map((record) => record.external_id));
	const wanted = new Set<string>();
	const steps = (item.links ?? []).flatMap((link): Step[] => {
		const target = found.get(link.to);
		const where = `${item.externalId} ${link.rel} ${link.to}`;
		const record = EDGE_RECORD + hashOf([item.externalId, link.rel, link.to]);
		if (target === undefined || target.deleted || target.entity_id === own.entity_id) {
			if (target === undefined) missing.push(where);
			return [];
		}
		if (wanted.has(record)) return [];
		wanted.add(record);
		if (known.has(record)) return [];
		const { rel, text } = link;
		const [src_id, dst_id] = link.inverse
			? [target.entity_id, own.entity_id]
			: [own.entity_id, target.entity_id];
		const ends = { src_id, rel, dst_id };
		const edge = { id: newId(), ...ends, ...(text !== undefined && { text }) };
		const made = { external_id: record, entity_id: own.entity_id, content_hash: edge.id };
		return [{ where, operations: [{ op: "link", edge }], records: [made], forgotten: [] }];
	});
	const gone = before.filter((record) => !wanted.has(record.external_id));
	const removals = gone.map(
		(record): Step => ({
			where: item.externalId,
			operations: [{ op: "unlink", id: record.content_hash }],
			records: [],
			forgotten: [record.external_id],
		}),
	);
	return [...removals, ...steps];
}

/** A reference field takes ids, which are known only now. */
function planReferences(
	item: ImportItem,
	own: ImportedEntity,
	found: ReadonlyMap<string, ImportedEntity>,
): readonly Step[] {
	if (!item.references?.length) return [];
	const props = fillReferences(item.references, (name) => found.get(name)?.entity_id);
	const record = REFERENCE_RECORD + item.externalId;
	const hash = hashOf(props);
	if (found.get(record)?.content_hash === hash || own.version !== own.entity_version) return [];
	return [
		{
			where: item.externalId,
			operations: [{ op: "update", id: own.entity_id, version: own.version, patch: { props } }],
			records: [
				{ external_id: record, entity_id: own.entity_id, content_hash: hash },
				{ external_id: item.externalId, entity_id: own.entity_id, content_hash: own.content_hash },
			],
			forgotten: [],
		},
	];
}

/** A relation that the store refuses must not keep the others out. */
async function writeSteps(options: ImportItemsOptions, steps: readonly Step[]): Promise<readonly Loss[]> {
	const { imports, survey, via } = options;
	const removed = steps.flatMap(({ operations }) =>
		operations.flatMap((operation) => (operation.op === "unlink" ? [operation.id] : [])),
	);
	// A person may have removed the edge already, or stated the same before: then there is none of that id.
	const there = await imports.findStatedEdges(removed);
	try {
		await imports.commit({
			source: survey.source,
			operations: steps
				.flatMap((step) => step.operations)
				.filter((operation) => operation.op !== "unlink" || there.has(operation.id)),
			records: steps.flatMap((step) => step.records),
			forgotten: steps.flatMap((step) => step.forgotten),
			via,
		});
		return [];
	} catch (error) {
		if (!(error instanceof SkeinError) || error.code === "store_unavailable") throw error;
		const [only] = steps;
		if (steps.length === 1 && only) return [{ what: "a relation", where: only.where, why: error.message }];
		const middle = Math.ceil(steps.length / 2);
		const first = await writeSteps(options, steps.slice(0, middle));
		return [...first, ...(await writeSteps(options, steps.slice(middle)))];
	}
}
