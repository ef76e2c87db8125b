import type { AccessSet } from "../../src/graph/model/access.ts";
import type { Edge, Entity } from "../../src/graph/model/entity.ts";
import { newId } from "../../src/graph/model/ids.ts";
import { KindRegistry } from "../../src/graph/model/kinds/kind-registry.ts";
import type { Language } from "../../src/graph/search/languages/language.ts";
import { ResidentGraph } from "../../src/graph/search/resident/resident-graph.ts";
import type { GraphView } from "../../src/graph/search/view/graph-view.ts";

const OWNER = newId();
const NOW = "2026-01-01T00:00:00.000Z";

export const makeNote = (title: string, body = ""): Entity => ({
	...{ id: newId(), ref: "", kind: "note", project_id: null, title, aliases: [], body, description: "" },
	...{
		state_key: null,
		type_key: null,
		props: {},
		held_files: {},
		visibility: "inherit",
		owner_id: OWNER,
		created_by: OWNER,
	},
	...{
		created_at: NOW,
		updated_at: NOW,
		completed_at: null,
		archived_at: null,
		deleted_at: null,
		version: 1,
	},
});

export const joinNotes = (source: Entity, rel: string, target: Entity): Edge => ({
	...{ id: newId(), src_id: source.id, rel, dst_id: target.id, origin: "stated", text: "" },
	...{ created_by: OWNER, created_at: NOW },
});

const NO_PROJECTS: ReadonlySet<string> = new Set();
const ACCESS: AccessSet = {
	...{ principal: { workspaceId: OWNER, accountId: OWNER }, workspaceId: OWNER, accountId: OWNER },
	...{ role: "owner", epoch: 0, revision: 0, settings: {}, mayWrite: true, onlyProjects: null },
	...{ readableProjects: NO_PROJECTS, writableProjects: NO_PROJECTS },
	...{ sharedForReading: NO_PROJECTS, sharedForWriting: NO_PROJECTS },
	...{ openedProjects: new Map(), sharedSince: new Map() },
	...{ trashedProjects: NO_PROJECTS, restorableProjects: NO_PROJECTS },
};

/** A graph of notes without a store, as somebody sees it who may read all of it. */
export function viewNotes(
	entities: readonly Entity[],
	edges: readonly Edge[] = [],
	language?: Language,
): GraphView {
	const graph = new ResidentGraph(new KindRegistry(), undefined, language);
	graph.gather({ entities, edges, removedEdges: [], relinked: [] });
	graph.complete();
	return graph.view(ACCESS);
}
