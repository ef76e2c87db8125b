import { expect, test } from "vitest";
import type { AccessSet } from "../../model/access.ts";
import type { Edge, Entity } from "../../model/entity.ts";
import { newId } from "../../model/ids.ts";
import { KindRegistry } from "../../model/kind-registry.ts";
import { ResidentGraph } from "../resident-graph.ts";

const OWNER = newId();
const NOW = "2026-01-01T00:00:00.000Z";
const NOTHING = { entities: [], edges: [], removedEdges: [], relinked: [] };

const note = (title: string): Entity => ({
	...{ id: newId(), ref: "", kind: "note", project_id: null, title, aliases: [], body: "", description: "" },
	...{
		state_key: null,
		type_key: null,
		props: {},
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

const join = (source: Entity, rel: string, target: Entity): Edge => ({
	...{ id: newId(), src_id: source.id, rel, dst_id: target.id, origin: "stated", text: "" },
	...{ created_by: OWNER, created_at: NOW },
});

const NO_PROJECTS: ReadonlySet<string> = new Set();
const ACCESS: AccessSet = {
	...{ principal: { workspaceId: OWNER, accountId: OWNER }, workspaceId: OWNER, accountId: OWNER },
	...{ role: "owner", epoch: 0, revision: 0, settings: {}, mayWrite: true, onlyProjects: null },
	...{ readableProjects: NO_PROJECTS, writableProjects: NO_PROJECTS },
	...{ sharedForReading: NO_PROJECTS, sharedForWriting: NO_PROJECTS },
	...{ trashedProjects: NO_PROJECTS, restorableProjects: NO_PROJECTS },
};

function reachFrom(crowd: number): readonly string[] {
	const hub = note("Lighthouse");
	const needed = note("Foundation");
	const members = Array.from({ length: crowd }, (_, index) => note(`Member ${index}`));
	const graph = new ResidentGraph(new KindRegistry());
	const edges = [
		join(hub, "depends_on", needed),
		...members.map((member) => join(hub, "relates_to", member)),
		join(needed, "relates_to", note("Nowhere")),
	];
	graph.add({ ...NOTHING, entities: [hub, needed, ...members], edges });
	const { hits } = graph.view(ACCESS).search({ query: "lighthouse" });
	return hits.map(({ node }) => node.title);
}

test("[S23] a relation to more things than can matter is not followed; the others of the same thing are", () => {
	expect(reachFrom(3)).toEqual(
		expect.arrayContaining(["Lighthouse", "Foundation", "Member 0", "Member 1", "Member 2"]),
	);
	expect(reachFrom(1_500)).toEqual(["Lighthouse", "Foundation"]);
});
