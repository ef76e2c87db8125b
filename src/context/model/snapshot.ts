/** Of the entities of one kind in a project: all, joined to it by a stored edge, not joined to it, joined to nothing. */
export interface KindCoverage {
	readonly total: number;
	readonly direct: number;
	readonly unlinked: number;
	readonly isolated: number;
}

/** By the plural of each kind that the project has anything of. */
export type Coverage = Readonly<Record<string, KindCoverage>>;

export interface SnapshotNode {
	readonly id: string;
	readonly ref: string;
	readonly kind: string;
	readonly name: string;
	readonly state_key: string | null;
	readonly type_key: string | null;
	/** A stored edge joins it to the project. */
	readonly direct_edge: boolean;
	readonly last_updated: string;
}

export interface SnapshotEdge {
	readonly id: string;
	readonly src_id: string;
	readonly src_kind: string;
	readonly dst_id: string;
	readonly dst_kind: string;
	readonly rel: string;
}

/** The structure of a project: what stored edges reach from it, within bounds. */
export interface GraphSnapshot {
	readonly root_id: string;
	readonly root_kind: string;
	readonly max_depth: number;
	/** What matters most first; each stands behind one that joins it to the project. */
	readonly nodes: readonly SnapshotNode[];
	/** Between the nodes and the root; one that joins earlier nodes stands before one that joins later ones. */
	readonly edges: readonly SnapshotEdge[];
	readonly coverage: Coverage;
	/** How much was reached and is not here. */
	readonly omitted: { readonly nodes: number; readonly edges: number };
}
