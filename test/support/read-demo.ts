import type { DemoEntity } from "../../src/demo/demo-part.ts";
import { demoWorkspace } from "../../src/demo/demo-workspace.ts";
import { foldTitle } from "../../src/graph/model/entity.ts";
import type { Json } from "../../src/graph/model/json.ts";
import { KindRegistry } from "../../src/graph/model/kind-registry.ts";
import { makeOwnKind } from "../../src/graph/model/own-kind.ts";
import { scanWikilinks } from "../../src/graph/model/scan-wikilinks.ts";

/** The demo as it is written, before anything loads it, and ways to look things up in it. */
export const DEMO_DAY = "2026-11-15";
export const workspace = demoWorkspace(DEMO_DAY);
export const kinds = new KindRegistry(workspace.kinds.map(makeOwnKind));
export const byTitle = new Map(workspace.entities.map((entity) => [foldTitle(entity.title), entity]));
export const projectKeys = workspace.projectAccess.map((access) => access.project);
export const privateProjects = workspace.projectAccess
	.filter((access) => access.visibility === "private")
	.map((access) => access.project);

const byKey = new Map(workspace.entities.map((entity) => [entity.key, entity]));

export function find(key: string): DemoEntity {
	const entity = byKey.get(key);
	if (entity === undefined) throw new Error(`No entity of the demo has the key "${key}".`);
	return entity;
}

export const repeated = (texts: readonly string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

export const linksOf = (entity: DemoEntity): string[] =>
	scanWikilinks(entity.body ?? "").map((link) => link.target);

/** The entities that a field of references names. */
export const listKeys = (value: Json | undefined): string[] =>
	(Array.isArray(value) ? value : [value]).flatMap((entry) =>
		typeof entry === "string" && entry.startsWith("key:") ? [entry.slice("key:".length)] : [],
	);
