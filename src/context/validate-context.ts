import { recallTokenizer } from "./budget/choose-tokenizer.ts";
import type { ContextItem, ContextPayload } from "./model/payload.ts";

export interface LawBreach {
	/** As numbered in SPEC.md. */
	readonly law: string;
	readonly message: string;
}

export interface ContextValidationResult {
	readonly valid: boolean;
	readonly errors: readonly LawBreach[];
	/** Things that are allowed but worth a look. */
	readonly warnings: readonly LawBreach[];
}

const ENOUGH = 0.9;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Counted again, with the tokenizer the context was made with, or the nearest there is. */
export const estimateTokens = ({ serialized, metadata }: ContextPayload): number =>
	recallTokenizer(metadata.tokenizer).count(serialized);

function* findOverruns(payload: ContextPayload): Generator<LawBreach> {
	const { totalTokens, budget, exact, tokenizer } = payload.metadata;
	const counted = estimateTokens(payload);
	if (totalTokens > budget.total)
		yield { law: "L1", message: `${totalTokens} tokens in a budget of ${budget.total}` };
	if (exact && recallTokenizer(tokenizer).exact && counted !== totalTokens)
		yield { law: "L1", message: `the text has ${counted} tokens, and ${totalTokens} were reported` };
}

function* findRepeats(items: readonly ContextItem[], payload: ContextPayload): Generator<LawBreach> {
	const seen = new Set<string>();
	for (const { blockId, title } of items) {
		if (seen.has(blockId)) yield { law: "L3", message: `"${title}" (${blockId}) is there twice` };
		seen.add(blockId);
	}
	for (const { id } of payload.omitted) {
		if (seen.has(id)) yield { law: "L2", message: `${id} is shown and said to be left out` };
	}
}

function* findGaps(
	items: readonly ContextItem[],
	{ sections, metadata }: ContextPayload,
): Generator<LawBreach> {
	for (const { type, tokenCount, frameTokens, items: own } of sections) {
		const parts = sum(own.map(({ tokens }) => tokens)) + frameTokens;
		if (parts !== tokenCount)
			yield { law: "L6", message: `section ${type} has ${tokenCount} tokens, its parts ${parts}` };
	}
	const parts = sum(sections.map(({ tokenCount }) => tokenCount)) + metadata.frameTokens;
	if (parts !== metadata.totalTokens)
		yield { law: "L6", message: `the whole has ${metadata.totalTokens} tokens, its parts ${parts}` };
	for (const { title, because } of items) {
		const parts = Object.values(because.scores);
		if (because.reason === "" || parts.some((part) => !(part >= 0 && part <= 1)))
			yield { law: "L6", message: `"${title}" has no reason, or a score beyond 0 to 1` };
	}
}

function* findDoubts({ metadata, omitted }: ContextPayload): Generator<LawBreach> {
	const { totalTokens, budget, collectorsFailed, exact, tokenizer } = metadata;
	for (const { name, reason } of collectorsFailed)
		yield { law: "L5", message: `the ${name} collector failed: ${reason}` };
	const remain = omitted.some(({ reason }) => reason === "budget");
	if (remain && totalTokens < ENOUGH * budget.total)
		yield { law: "L1", message: `${totalTokens} of ${budget.total} tokens are used, and more was found` };
	if (!exact) yield { law: "L1", message: `tokens are estimated (${tokenizer})` };
}

/** Holds a context against the laws, as far as it can be judged by itself. */
export function validateContext(payload: ContextPayload): ContextValidationResult {
	const items = payload.sections.flatMap((section) => section.items);
	const errors = [...findOverruns(payload), ...findRepeats(items, payload), ...findGaps(items, payload)];
	return { valid: errors.length === 0, errors, warnings: [...findDoubts(payload)] };
}
