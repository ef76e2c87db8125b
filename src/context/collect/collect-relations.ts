import { type EntityHeader, foldTitle } from "../../graph/model/entity.ts";
import { scanWikilinks } from "../../graph/model/scan-wikilinks.ts";
import type { Link } from "../../graph/search/view/graph-view.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, type ItemGroup, makeCandidate, makeGroup, NOTHING_FOUND } from "../model/findings.ts";
import { isWithin } from "../model/request.ts";
import { textOf } from "./block-tree.ts";
import type { CollectScope } from "./collector.ts";
import { nameLink, nameStep } from "./find-parents.ts";

/** The block may be any of them. */
const ALL_BLOCKS = 100_000;
const RELEVANCE = { row: 0.75, link: 0.7, backlink: 0.65, further: 0.5 } as const;
/** Work is bounded by this: a hub may have thousands of neighbours, and each of them as many again. */
const MOST_STEPPED_OVER = 50;
const MOST_FURTHER = 5;
const TOKENS_A_LINE = 25;

const PLACE = { section: "relations", key: "relations" } as const;

const groupOf = ({ ref }: EntityHeader): ItemGroup =>
	makeGroup({
		...PLACE,
		printMissing: (count) =>
			`- ... and ${count} more connected items: call get_linked_entities with entity_id ${ref}\n\n`,
	});

/** Entities two steps away, by name only, in room that no text needs. */
const FURTHER: ItemGroup = makeGroup({
	section: "relations",
	key: "further",
	heading: "Two steps away:\n\n",
	// A few examples: no call lists the others, and what joins one of the linked entities is asked for by its name.
	printMissing: () => "",
	linesOnly: { most: MOST_FURTHER, tokens: MOST_FURTHER * TOKENS_A_LINE },
});

interface Relation {
	readonly link: Link;
	/** The link between it and the focus, for an entity two steps away. */
	readonly through?: Link;
	readonly relevance: number;
	readonly reason: string;
}

/** Reads a link that comes from a text or a reference field; stated relations are listed with the linked entities. */
function readLink(link: Link): Relation | undefined {
	const { edge, seenFrom } = link;
	if (edge.origin === "stated") return undefined;
	if (edge.origin === "field") return { link, relevance: RELEVANCE.row, reason: `related row: ${edge.rel}` };
	return seenFrom === "outgoing"
		? { link, relevance: RELEVANCE.link, reason: "linked from the focus" }
		: { link, relevance: RELEVANCE.backlink, reason: "links to the focus" };
}

/** Whether a text names an entity, in a link or after an @. */
function isNamed(text: string, { title, aliases }: EntityHeader): boolean {
	const names = new Set([title, ...aliases].map(foldTitle));
	if (scanWikilinks(text).some(({ target }) => names.has(foldTitle(target)))) return true;
	const folded = foldTitle(text);
	return [...names].some((name) => folded.includes(`@${name}`));
}

async function readBlock({ reader, focus, blockId }: CollectScope): Promise<string | undefined> {
	if (focus === undefined || blockId === undefined) return undefined;
	const page = (await reader.rows.pages([focus], { blocks: ALL_BLOCKS })).get(focus.id);
	const block = page?.blocks.find(({ id }) => id === blockId);
	return page && block ? textOf(page, block) : "";
}

/** Each neighbour once, by what brings it nearest. */
function gatherRelations(scope: CollectScope, focus: EntityHeader, block: string | undefined): Relation[] {
	const { reader, recipe, request } = scope;
	const links = reader.graph.linksOf(focus.id).filter(({ other }) => other.archived_at === null);
	const repeats = recipe.collectors.includes("linked")
		? links.filter(({ edge }) => edge.origin === "stated").map(({ other }) => other.id)
		: [];
	const gathered = new Map<string, Relation>();
	for (const link of links) {
		const relation = readLink(link);
		if (relation === undefined || repeats.includes(link.other.id)) continue;
		if (!isWithin(request.hints?.timeRange, link.other.updated_at)) continue;
		const isElsewhere = link.seenFrom === "outgoing" && block !== undefined && !isNamed(block, link.other);
		if (isElsewhere) continue;
		const known = gathered.get(link.other.id);
		if (known === undefined || relation.relevance > known.relevance) gathered.set(link.other.id, relation);
	}
	return [...gathered.values()].sort(nearestFirst);
}

const nearestFirst = (a: Relation, b: Relation): number =>
	b.relevance - a.relevance ||
	b.link.other.updated_at.localeCompare(a.link.other.updated_at) ||
	(a.link.other.id < b.link.other.id ? -1 : 1);

/** Lists the neighbours of the focus's neighbours, over any edge, each once; only for a request with two steps. */
function gatherFurther(scope: CollectScope, focus: EntityHeader): readonly Relation[] {
	const { reader, recipe, request } = scope;
	if (recipe.limits.relations.maxDepth < 2) return [];
	const near = reader.graph.linksOf(focus.id).filter(({ other }) => other.archived_at === null);
	const known = new Set([focus.id, ...near.map(({ other }) => other.id)]);
	const further: Relation[] = [];
	for (const through of near.slice(0, MOST_STEPPED_OVER)) {
		for (const link of reader.graph.linksOf(through.other.id)) {
			const { id, archived_at, updated_at } = link.other;
			if (known.has(id) || archived_at !== null || !isWithin(request.hints?.timeRange, updated_at)) continue;
			known.add(id);
			const reason = `two steps from the focus, through ${through.other.title}`;
			further.push({ link, through, relevance: RELEVANCE.further, reason });
		}
	}
	return further.sort(nearestFirst);
}

const describeRelation = (
	focus: EntityHeader,
	{ link, through, relevance, reason }: Relation,
	position: number,
): Candidate =>
	makeCandidate(through ? FURTHER : PLACE, link.other, {
		collector: "relations",
		position,
		relevance,
		path: [
			nameStep(focus),
			...(through ? [nameLink(focus, through)] : []),
			nameLink(through?.other ?? focus, link),
		],
		reason,
		// Two steps away a name is enough; what is next to the focus comes with its text.
		...(through && { presentation: { as: "entity", richest: "index" } as const }),
	});

export async function collectRelations(scope: CollectScope): Promise<Findings> {
	const { focus, recipe } = scope;
	if (focus === undefined) return NOTHING_FOUND;
	const near = gatherRelations(scope, focus, await readBlock(scope));
	const further = gatherFurther(scope, focus);
	const { maxItems } = recipe.limits.relations;
	const listed = [...near, ...further].slice(0, maxItems);
	const nearListed = Math.min(near.length, maxItems);
	return {
		candidates: listed.map((relation, position) => describeRelation(focus, relation, position)),
		parts: [
			{ ...groupOf(focus), beyond: near.length - nearListed },
			...(further.length > 0 ? [FURTHER] : []),
		],
		considered: near.length + further.length,
	};
}
