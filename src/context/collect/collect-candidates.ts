import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Reader } from "../../graph/graph.ts";
import { InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import type { Distances } from "../../graph/search/view/graph-view.ts";
import { type Candidate, keyOf, SECTIONS, type SectionType } from "../model/candidate.ts";
import {
	callForDetails,
	type Findings,
	findPart,
	type ItemGroup,
	makeGroup,
	NOT_SEARCHED,
	NOTHING_FOUND,
	type SearchedQuestion,
	type ShrinkablePart,
} from "../model/findings.ts";
import type { CollectorName, OwnCollectorName } from "../model/recipe.ts";
import type { ContextRequest } from "../model/request.ts";
import { collectActivity } from "./collect-activity.ts";
import { collectCalendar } from "./collect-calendar.ts";
import { collectFocus } from "./collect-focus.ts";
import { collectGlobal } from "./collect-global.ts";
import { collectIncluded } from "./collect-included.ts";
import { collectIntent } from "./collect-intent.ts";
import { collectLinked } from "./collect-linked.ts";
import { collectMentioned, collectNotes, collectPinned } from "./collect-mentioned.ts";
import { collectProject } from "./collect-project.ts";
import { collectRelations } from "./collect-relations.ts";
import { collectSchema } from "./collect-schema.ts";
import { collectSearch } from "./collect-search.ts";
import { type Collector, type CollectScope, type Input, nameInputs, narrowScope } from "./collector.ts";

/** An entity that a program found, and why. */
export interface FoundEntity {
	/** Id, ref or exact title. */
	readonly id: string;
	/** From 0 to 1. */
	readonly relevance: number;
	readonly reason: string;
}

/** A way of finding that a program adds to those that ship. */
export interface ContextCollector {
	/** Letters, digits, `-` and `_`; `metadata.collectorsUsed` names it with `own:` before it. */
	readonly name: string;
	/** Gets the reader of the person who asks, for whom nothing exists that they may not read. */
	collect(input: {
		readonly reader: Reader;
		readonly request: ContextRequest;
	}): readonly FoundEntity[] | Promise<readonly FoundEntity[]>;
}

const NAME_FORM = /^[A-Za-z0-9_-]{1,40}$/;

/** Throws when two collectors of a program could not be held apart by their names. */
export function checkCollectors(collectors: readonly ContextCollector[]): void {
	const names = collectors.map(({ name }) => name);
	const wrong = names.find((name, index) => !NAME_FORM.test(name) || names.indexOf(name) !== index);
	if (wrong === undefined) return;
	throw new InvalidInputError(
		`"${wrong}" cannot name a collector. Give each a name of its own: up to 40 letters, digits, - and _.`,
		{ field: "collectors", name: wrong },
		"invalid_name",
	);
}

function readRelevance({ id, relevance }: FoundEntity, name: string): number {
	if (relevance >= 0 && relevance <= 1) return relevance;
	throw new InvalidInputError(`The collector ${name} gave "${id}" no relevance from 0 to 1.`, {
		field: "relevance",
	});
}

/** Turns the findings of a program's collector into normal candidates: ranked, within the budget, with a reason. */
async function collectOwn(
	{ name, collect }: ContextCollector,
	{ reader, request }: Pick<CollectScope, "reader" | "request">,
): Promise<Findings> {
	const group = `own ${name}`;
	const found = await collect({ reader, request });
	const known = found.map((entity) => ({ entity, node: reader.graph.find(entity.id) }));
	const candidates = known.flatMap(({ entity, node }, position): Candidate[] => {
		if (node === undefined) return [];
		const relevance = readRelevance(entity, name);
		const place = { collector: `own:${name}`, section: "semantic", group, position } as const;
		return [{ subject: node, ...place, relevance, path: [], reason: entity.reason }];
	});
	const part = makeGroup({
		...{ section: "semantic", key: group, order: "score" },
		printMissing: (count) =>
			`- ... and ${count} more found by ${name}: ${callForDetails(candidates.map(({ subject }) => subject))}\n\n`,
	});
	return {
		candidates,
		parts: candidates.length === 0 ? [] : [part],
		refused: known.flatMap(({ entity: { id }, node }) =>
			node === undefined ? [{ id, reason: "not_found" as const }] : [],
		),
		considered: found.length,
	};
}

/** The most tokens of a profile. */
const LONGEST_PROFILE = 300;

/** The caller's profile, as they wrote it. Nobody else's profile can be reached from here. */
function collectProfile({ asker }: CollectScope): Findings {
	const content = { as: "profile", profile: asker } as const;
	return findPart({ section: "system", name: "profile", cap: LONGEST_PROFILE, content }, 1);
}

/** The conversation so far. It only grows at its end, so what was sent before stays where a prompt cache knows it. */
function collectHistory({ request: { history = [] }, recipe }: CollectScope): Findings {
	const messages = history.filter(({ content }) => content.trim() !== "");
	if (messages.length === 0) return NOTHING_FOUND;
	const [content, cap] = [{ as: "history", messages } as const, recipe.budget.history];
	return findPart({ section: "history", name: "conversation", cap, content }, messages.length);
}

/**
 * Each collector with what it looks at. It is shown nothing else of the request, so that its findings can be kept for
 * every request that agrees in these. One that looks at what moves without a revision (views, the conversation, a
 * profile) is given everything and never kept.
 */
type Entry = readonly [collect: Collector, reads: readonly Input[] | "everything"];

const COLLECTORS: Readonly<Partial<Record<CollectorName, Entry>>> = {
	activity: [collectActivity, "everything"],
	calendar: [collectCalendar, ["project", "hints", "day"]],
	focus: [collectFocus, ["focus"]],
	global: [collectGlobal, []],
	included: [collectIncluded, ["hints"]],
	intent: [collectIntent, ["query", "focus", "project", "asker", "day"]],
	linked: [collectLinked, ["focus", "hints"]],
	project: [collectProject, ["project", "hints", "day"]],
	history: [collectHistory, "everything"],
	mentioned: [collectMentioned, ["mentions", "day"]],
	notes: [collectNotes, ["mentions", "pins", "focus", "day"]],
	pinned: [collectPinned, ["pins"]],
	profile: [collectProfile, ["asker"]],
	relations: [collectRelations, ["focus", "hints"]],
	schema: [collectSchema, ["focus", "project"]],
	search: [collectSearch, ["query", "focus", "project", "hints", "apart"]],
};

export interface Collected {
	readonly candidates: readonly Candidate[];
	readonly parts: readonly (ItemGroup | ShrinkablePart)[];
	readonly refused: NonNullable<Findings["refused"]>;
	readonly considered: number;
	readonly question: SearchedQuestion;
	readonly used: readonly (CollectorName | OwnCollectorName)[];
	readonly failed: readonly { readonly name: CollectorName | OwnCollectorName; readonly reason: string }[];
	/** Collectors answered from the cache, and collectors that ran. */
	readonly cache: { readonly hits: readonly string[]; readonly misses: readonly string[] };
	/** Distances from the focus along edges, for the structural part of a score; empty without a focus. */
	readonly distances: Distances;
	readonly milliseconds: Readonly<Record<string, number>>;
}

const FARTHEST = 4;

const refers = (section: SectionType): boolean =>
	SECTIONS.find((layout) => layout.type === section)?.refers === true;

/**
 * Places each text once: where it was found first, in the order in which the recipe names its collectors, but
 * preferably in a section that shows texts rather than one that refers to them. A candidate that starts as a reference
 * gives way to any text. A mandatory candidate keeps its place.
 */
function placeOnce(found: readonly Candidate[]): readonly Candidate[] {
	const placed = new Map<string, Candidate>();
	const mandatory = new Set<string>();
	for (const candidate of found) {
		if (candidate.reference) continue;
		const key = keyOf(candidate);
		const known = placed.get(key);
		const richer =
			known !== undefined && refers(known.section) && !refers(candidate.section) && !known.mandatory;
		if (known === undefined || richer) placed.set(key, candidate);
		if (candidate.mandatory) mandatory.add(key);
	}
	return found.flatMap((candidate): Candidate[] => {
		const winner = placed.get(keyOf(candidate));
		if (winner === candidate)
			return [mandatory.has(keyOf(candidate)) ? { ...candidate, mandatory: true } : candidate];
		if (candidate.reference) return [candidate];
		const isSecondLine = winner?.section === candidate.section;
		return refers(candidate.section) && !isSecondLine ? [{ ...candidate, reference: true }] : [];
	});
}

/** Candidates near the focus. Only a search can say whether their text matters to the question. */
const isAround = ({ collector, presentation, reference, mandatory }: Candidate): boolean =>
	(collector === "focus" || collector === "relations") &&
	!reference &&
	!mandatory &&
	(presentation === undefined || (presentation.as === "entity" && presentation.richest === undefined));

/** Candidates near the focus, with what the search says of them: it found them too, and they are placed only once. */
function addEvidence(found: readonly Candidate[]): readonly Candidate[] {
	const matches = new Map(
		found.flatMap((candidate) => (candidate.fit === undefined ? [] : [[candidate.subject.id, candidate]])),
	);
	return found.map((candidate): Candidate => {
		if (!isAround(candidate)) return candidate;
		const around = { ...candidate, isAround: true } as const;
		const match = matches.get(candidate.subject.id);
		if (match === undefined) return around;
		const { fit, joined, reached, words, isNamed, presentation } = match;
		return {
			...around,
			...(fit !== undefined && { fit }),
			...(joined !== undefined && { joined }),
			...(reached !== undefined && { reached }),
			...(words && { words }),
			...(isNamed && { isNamed }),
			...(presentation && { presentation }),
		};
	});
}

/** A program's own reason stays with a candidate, even where another collector found it first. */
function addOwnReasons(placed: readonly Candidate[], all: readonly Candidate[]): readonly Candidate[] {
	const own = all.filter(({ collector }) => collector.startsWith("own:"));
	if (own.length === 0) return placed;
	return placed.map((candidate) => {
		const also = own.filter((one) => one !== candidate && keyOf(one) === keyOf(candidate));
		const reasons = new Set([candidate, ...also].map(({ reason }) => reason));
		const relevance = also.reduce((most, one) => Math.max(most, one.relevance), candidate.relevance);
		return also.length === 0 ? candidate : { ...candidate, relevance, reason: [...reasons].join("; ") };
	});
}

async function findWith([collect, reads]: Entry, name: CollectorName, scope: CollectScope) {
	if (reads === "everything") return { findings: await collect(scope) };
	const narrow = narrowScope(scope, reads);
	const params = nameInputs(narrow);
	const { value, hit } = await scope.reader.cache.get(`collect ${name}`, params, () => collect(narrow));
	return { findings: value, hit };
}

/** Receives candidates before all are found. */
type OnFound = (candidates: readonly Candidate[]) => void;

const FINDS_MOST: CollectorName = "search";

/** These wait for the database. */
const WAITING: ReadonlySet<CollectorName> = new Set(["activity", "focus", "included"]);

function runCollector(name: CollectorName, scope: CollectScope) {
	const entry = COLLECTORS[name];
	return entry === undefined ? [] : run(name, () => findWith(entry, name, scope));
}

async function run<Name extends string>(
	name: Name,
	find: () => Promise<{ readonly findings: Findings; readonly hit?: boolean }>,
) {
	const started = performance.now();
	try {
		const found = await find();
		return [{ name, ...found, milliseconds: performance.now() - started }];
	} catch (error) {
		return [{ name, reason: error instanceof SkeinError ? error.message : "unexpected failure" }];
	}
}

/**
 * All of them at once. Those that compute begin when the others have asked: the database reads while they work. The one
 * that finds most goes before the rest for the same reason.
 */
async function runCollectors(scope: CollectScope, onFound: OnFound) {
	const { collectors } = scope.recipe;
	const begun = new Map(
		collectors.filter((name) => WAITING.has(name)).map((name) => [name, runCollector(name, scope)]),
	);
	if (begun.size > 0) await yieldToOthers();
	if (collectors.includes(FINDS_MOST)) {
		const run = runCollector(FINDS_MOST, scope);
		begun.set(FINDS_MOST, run);
		for (const found of await run) if ("findings" in found) onFound(found.findings.candidates);
		await yieldToOthers();
	}
	const runs = await Promise.all(collectors.map((name) => begun.get(name) ?? runCollector(name, scope)));
	return runs.flat();
}

/** Runs the recipe's collectors together on one state of the graph. One that fails is reported and the others go on. */
export async function collectCandidates(
	scope: CollectScope,
	onFound: OnFound = () => undefined,
	own: readonly ContextCollector[] = [],
): Promise<Collected> {
	const { reader, focus } = scope;
	// A program's collectors never use the cache: nobody knows the inputs of their findings.
	const findOwn = async (collector: ContextCollector) => ({ findings: await collectOwn(collector, scope) });
	const ownRuns = Promise.all(
		own.map((collector) => run(`own:${collector.name}` as const, () => findOwn(collector))),
	);
	const runs = [...(await runCollectors(scope, onFound)), ...(await ownRuns).flat()];
	const done = runs.flatMap((run) => ("findings" in run ? [run] : []));
	// An entity that the question names comes first, even if it is there for another reason.
	const markNamed = (candidate: Candidate): Candidate =>
		candidate.fit === undefined && candidate.subject.id === scope.plan.subject?.id
			? { ...candidate, isNamed: true }
			: candidate;
	const all = done.flatMap(({ findings }) => findings.candidates);
	const candidates = addOwnReasons(placeOnce(addEvidence(all)).map(markNamed), all);
	const found = new Set(candidates.map(({ subject }) => subject.id));
	return {
		candidates,
		parts: done.flatMap(({ findings }) => findings.parts),
		// A weak match may be a candidate for another reason, and then be left out for lack of room.
		refused: done
			.flatMap(({ findings }) => findings.refused ?? [])
			.filter(({ id, reason }) => reason !== "relevance" || !found.has(id)),
		considered: done.reduce((sum, { findings }) => sum + findings.considered, 0),
		question: done.map(({ findings }) => findings.question).find(Boolean) ?? NOT_SEARCHED,
		used: done.map(({ name }) => name),
		failed: runs.flatMap((run) => ("reason" in run ? [{ name: run.name, reason: run.reason }] : [])),
		cache: {
			hits: done.flatMap((run) => ("hit" in run && run.hit ? [run.name] : [])),
			misses: done.flatMap((run) => ("hit" in run && !run.hit ? [run.name] : [])),
		},
		distances: focus ? reader.graph.distancesFrom(focus.id, FARTHEST) : new Map(),
		milliseconds: Object.fromEntries(done.map(({ name, milliseconds }) => [`collect ${name}`, milliseconds])),
	};
}
