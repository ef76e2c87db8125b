import { SkeinError } from "../../graph/model/errors.ts";
import { type Candidate, keyOf } from "../model/candidate.ts";
import type { Digest, Findings, Group } from "../model/findings.ts";
import type { CollectorName } from "../model/recipe.ts";
import { SECTIONS, type SectionType } from "../model/section.ts";
import { collectFocus } from "./collect-focus.ts";
import { collectLinked } from "./collect-linked.ts";
import { collectSearch } from "./collect-search.ts";
import type { Collector, CollectScope } from "./collector.ts";

const COLLECTORS: Readonly<Record<CollectorName, Collector>> = {
	focus: collectFocus,
	linked: collectLinked,
	search: collectSearch,
};

export interface Collected {
	readonly candidates: readonly Candidate[];
	readonly parts: readonly (Group | Digest)[];
	readonly refused: NonNullable<Findings["refused"]>;
	readonly considered: number;
	readonly used: readonly CollectorName[];
	readonly failed: readonly { readonly name: CollectorName; readonly reason: string }[];
	/** Distances from the focus along edges, for the structural part of a score; empty without a focus. */
	readonly distances: ReadonlyMap<string, number>;
	readonly milliseconds: Readonly<Record<string, number>>;
}

const FARTHEST = 4;

const refers = (section: SectionType): boolean =>
	SECTIONS.find((layout) => layout.type === section)?.refers === true;

/**
 * Each text once: it stands where it was found first, in the order in which the recipe names its collectors, but
 * rather in a section that shows texts than in one that only refers to them.
 */
function placeOnce(found: readonly Candidate[]): readonly Candidate[] {
	const placed = new Map<string, Candidate>();
	for (const candidate of found) {
		const known = placed.get(keyOf(candidate));
		const richer = known !== undefined && refers(known.section) && !refers(candidate.section);
		if (known === undefined || richer) placed.set(keyOf(candidate), candidate);
	}
	return found.flatMap((candidate): Candidate[] => {
		const winner = placed.get(keyOf(candidate));
		if (winner === candidate) return [candidate];
		const isSecondLine = winner?.section === candidate.section;
		return refers(candidate.section) && !isSecondLine ? [{ ...candidate, reference: true }] : [];
	});
}

async function runCollector(name: CollectorName, scope: CollectScope) {
	const started = performance.now();
	try {
		const findings = await COLLECTORS[name](scope);
		return { name, findings, milliseconds: performance.now() - started };
	} catch (error) {
		return { name, reason: error instanceof SkeinError ? error.message : "unexpected failure" };
	}
}

/** Runs the recipe's collectors together on one state of the graph. One that fails is reported and the others go on. */
export async function collectCandidates(scope: CollectScope): Promise<Collected> {
	const runs = await Promise.all(scope.recipe.collectors.map((name) => runCollector(name, scope)));
	const done = runs.flatMap((run) => (run.findings ? [run] : []));
	const { reader, focus } = scope;
	return {
		candidates: placeOnce(done.flatMap(({ findings }) => findings.candidates)),
		parts: done.flatMap(({ findings }) => findings.parts),
		refused: done.flatMap(({ findings }) => findings.refused ?? []),
		considered: done.reduce((sum, { findings }) => sum + findings.considered, 0),
		used: done.map(({ name }) => name),
		failed: runs.flatMap((run) => (run.findings ? [] : [{ name: run.name, reason: run.reason }])),
		distances: focus ? reader.graph.distancesFrom(focus.id, FARTHEST) : new Map(),
		milliseconds: Object.fromEntries(done.map(({ name, milliseconds }) => [`collect ${name}`, milliseconds])),
	};
}
