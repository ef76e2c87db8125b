import { type DemoWorkspace, readDemo } from "../../src/demo/load-demo.ts";
import { foldTitle } from "../../src/graph/model/entity.ts";
import { KindRegistry } from "../../src/graph/model/kinds/kind-registry.ts";
import { makeOwnKind } from "../../src/graph/model/own-kind.ts";
import { scanWikilinks } from "../../src/graph/model/scan-wikilinks.ts";

/** The demo as its files describe it, before anything loads it, and ways to look things up in it. */
export type DemoEntity = DemoWorkspace["entities"][number];

export const DEMO_DAY = "2026-11-15";
export const workspace = await readDemo(DEMO_DAY);
export const kinds = new KindRegistry(workspace.kinds.map(makeOwnKind));
export const byTitle = new Map(workspace.entities.map((entity) => [foldTitle(entity.title), entity]));
export const projectKeys = workspace.projectAccess.map((access) => access.project_id);
export const privateProjects = workspace.projectAccess
	.filter((access) => access.visibility === "private")
	.map((access) => access.project_id);

/** Links that lead nowhere on purpose, so that an unresolved link can be seen. */
export const UNRESOLVED_LINKS: readonly string[] = ["Open day at the boathouse", "Varga lessons learned"];

const byKey = new Map(workspace.entities.map((entity) => [entity.id, entity]));

export function find(key: string): DemoEntity {
	const entity = byKey.get(key);
	if (entity === undefined) throw new Error(`No entity of the demo has the key "${key}".`);
	return entity;
}

export const repeated = (texts: readonly string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

export const linksOf = (entity: DemoEntity): string[] =>
	scanWikilinks(entity.body).map((link) => link.target);
