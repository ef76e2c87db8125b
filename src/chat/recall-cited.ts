import type { Tokenizer } from "../context/budget/tokenizer.ts";
import { makeTruncator } from "../context/budget/truncate-text.ts";
import { analyserOf } from "../context/collect/analyser-of.ts";
import type { Form } from "../context/model/candidate.ts";
import { mergeConfig } from "../context/model/config.ts";
import { makeCandidate } from "../context/model/findings.ts";
import { renderTitle } from "../context/render/render-entity.ts";
import { renderItems } from "../context/render/render-items.ts";
import type { Citation } from "../contract/event.ts";
import type { Reader } from "../graph/graph.ts";
import type { Entity, EntityHeader } from "../graph/model/entity.ts";
import { runStepsInTurns } from "../graph/model/run-steps.ts";
import type { PastMessage } from "./recall-history.ts";

const OPENING =
	"## Cited Earlier\n\nEarlier answers of this conversation rest on these; as they are now, in short.\n\n";
/** A shorter text says no more than its title. */
const SHORTEST_TEXT = 50;
const LONGEST_TEXT = 400;

interface Cited {
	readonly node: EntityHeader;
	/** The question whose answer cited it last. */
	readonly question: string;
	readonly times: number;
}

const citationsOf = ({ details }: PastMessage): readonly Citation[] =>
	(details.citations ?? []) as unknown as readonly Citation[];

/** Lists what the answers cite and the reader may read, the most often cited first, then the newest. */
function listCited(branch: readonly PastMessage[], { graph }: Reader): readonly Cited[] {
	const cited = new Map<string, Cited>();
	for (const [back, answer] of branch.toReversed().entries()) {
		const question = branch[branch.length - 2 - back]?.text ?? "";
		for (const { id } of citationsOf(answer)) {
			const node = graph.node(id);
			if (node === undefined) continue;
			const known = cited.get(id);
			cited.set(id, { question, ...known, node, times: (known?.times ?? 0) + 1 });
		}
	}
	return [...cited.values()].sort((a, b) => b.times - a.times);
}

/** What an answer may cite besides the context of its own question: the prompt holds it. */
export const listCitable = (
	branch: readonly PastMessage[],
	known: ReadonlyMap<string, unknown>,
	graph: Reader["graph"],
): readonly EntityHeader[] =>
	[...known.keys(), ...branch.flatMap(citationsOf).map(({ id }) => id)].flatMap((id) => graph.node(id) ?? []);

const NO_SCORES = { semantic: 0, structural: 0, recency: 0, typeMatch: 0, userAffinity: 0 };

/** The richest form of a text that fits, cut to what answers the question it was cited for. */
async function shortenText(input: {
	readonly cited: Cited;
	readonly entity: Entity;
	readonly reader: Reader;
	readonly tokenizer: Tokenizer;
	readonly tokens: number;
}): Promise<Form | undefined> {
	const { cited, entity, reader, tokenizer, tokens } = input;
	const { graph, settings } = reader;
	const analyse = analyserOf(graph.language);
	const configured = settings.map(({ context }) => context);
	const { truncation } = mergeConfig(...configured);
	const candidate = makeCandidate({ section: "history", key: "cited" }, cited.node, {
		...{ collector: "history", position: 0, relevance: 1, reason: "cited by an earlier answer" },
		presentation: { as: "entity", textFirst: true },
	});
	const [item] = renderItems([{ candidate, scores: NO_SCORES, score: 0 }], {
		...{ graph, tokenizer, analyse, words: [], mostTokens: tokens, ids: "ref" },
		shorten: makeTruncator({ ...truncation, query: cited.question, analyse, tokenizer }),
		entities: new Map([[entity.id, entity]]),
	});
	const texts = item?.forms.filter(({ form }) => form !== "title") ?? [];
	const fits = (form: Form | null | undefined): boolean => form != null && form.tokens <= tokens;
	const [full, ...poorer] = texts;
	if (full?.form === "full" && fits(full)) return full;
	const cut = await runStepsInTurns(item?.clip(tokens) ?? NOTHING());
	return cut ?? poorer.find(fits);
}

// biome-ignore lint/correctness/useYield: nothing takes no steps.
function* NOTHING(): Generator<void, null> {
	return null;
}

function printRest(rest: readonly EntityHeader[], unnamed: number): string {
	const refs = rest.map(({ ref }) => `[${ref}]`).join(" ");
	const more =
		unnamed === 0 ? "" : `- ... and ${unnamed} more: call search_ontology with what is missing\n\n`;
	return `${refs === "" ? "" : `Also cited: ${refs}: call get_entity_details\n\n`}${more}`;
}

/**
 * What earlier answers cite, within so many tokens: a prompt that starts again, or leaves out earlier messages, would
 * otherwise keep the questions and lose what the answers rest on. Everything cited is named before anything gets a
 * text, and no text gets the share of another.
 */
export async function recallCited(input: {
	readonly reader: Reader;
	/** The messages whose citations are meant, oldest first. */
	readonly branch: readonly PastMessage[];
	/** Ids of texts that the prompt holds anyway. */
	readonly shown: ReadonlySet<string>;
	readonly tokenizer: Tokenizer;
	readonly tokens: number;
}): Promise<string> {
	const { reader, branch, shown, tokenizer, tokens } = input;
	const { count } = tokenizer;
	const all = listCited(branch, reader).filter(({ node }) => !shown.has(node.id));
	let rest = all.map(({ node }) => node);
	let unnamed = 0;
	const roomFor = (nodes: readonly EntityHeader[]): number =>
		tokens - count(OPENING) - count(printRest(nodes, unnamed));
	for (; rest.length > 0 && roomFor(rest) < 0; unnamed += 1) rest = rest.slice(0, -1);
	if (rest.length === 0) return "";
	const named = new Set(rest);
	const pieces = new Map<Cited, string>();
	let used = 0;
	for (const cited of all.filter(({ node }) => named.has(node))) {
		const line = renderTitle(cited.node);
		const others = rest.filter((node) => node !== cited.node);
		if (used + count(line) + 1 > roomFor(others)) continue;
		pieces.set(cited, line);
		rest = others;
		used += count(line);
	}
	const entities = await reader.rows.getMany([...pieces.keys()].map(({ node }) => node.id));
	const texts = new Set<Cited>();
	for (const [place, [cited, line]] of [...pieces].entries()) {
		const share = (roomFor(rest) - used - 1) / (pieces.size - place) + count(line);
		const entity = entities.get(cited.node.id);
		if (entity === undefined || share < SHORTEST_TEXT) continue;
		const form = await shortenText({
			...{ cited, entity, reader, tokenizer, tokens: Math.min(LONGEST_TEXT, Math.floor(share)) },
		});
		if (form === undefined || form.tokens <= count(line)) continue;
		pieces.set(cited, form.text);
		texts.add(cited);
		used += form.tokens - count(line);
	}
	const inOrder = [...pieces].sort(([a], [b]) => Number(texts.has(b)) - Number(texts.has(a)));
	const lines = pieces.size > texts.size ? "\n" : "";
	return OPENING + inOrder.map(([, text]) => text).join("") + lines + printRest(rest, unnamed);
}
