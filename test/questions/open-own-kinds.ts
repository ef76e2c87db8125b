import type { OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Workbench } from "../support/workbench.ts";

/** A name in angle brackets in a field is the entity of that title. */
export type Row = readonly [
	kind: string,
	title: string,
	props?: Readonly<Record<string, string | readonly string[]>>,
	state?: string,
];

interface Written {
	readonly kinds: readonly OwnKindDefinition[];
	readonly rows: readonly Row[];
	readonly edges: readonly (readonly [source: string, rel: string, target: string])[];
}

/** A workspace in which nothing that ships is used, written by "ada". */
export async function openOwnKinds(db: Db, { kinds, rows, edges }: Written): Promise<Workbench> {
	const bench = await Workbench.create(db);
	const writer = await bench.writer("ada");
	for (const definition of kinds) await writer.defineKind(definition, "test");
	const ids = new Map<string, string>();
	const resolve = (value: string): string => ids.get(/^<(.+)>$/.exec(value)?.[1] ?? "") ?? value;
	for (const [kind, title, props = {}, state] of rows) {
		const resolved = Object.fromEntries(
			Object.entries(props).map(([name, value]) => [
				name,
				typeof value === "string" ? resolve(value) : value.map(resolve),
			]),
		);
		const { id } = await bench.create("ada", {
			kind,
			title,
			props: resolved,
			...(state !== undefined && { state_key: state }),
		});
		ids.set(title, id);
	}
	const idOf = (title: string): string => ids.get(title) ?? "";
	await bench.commit(
		"ada",
		...edges.map(([source, rel, target]) => ({
			op: "link" as const,
			edge: { src_id: idOf(source), rel, dst_id: idOf(target) },
		})),
	);
	return bench;
}
