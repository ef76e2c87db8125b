import { createHash } from "node:crypto";
import { type FittedItem, keyOf, type Subject } from "../model/candidate.ts";
import type { ContextItem, ContextPayload, ContextSection } from "../model/payload.ts";
import { type LayerName, SECTIONS } from "../model/section.ts";
import type { Part } from "./lay-out.ts";

const LAYERS: readonly LayerName[] = ["system", "workspace", "history", "turn"];
const HASH_LENGTH = 16;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const tokensOf = (parts: readonly Part[]): number => sum(parts.map((part) => part.tokens));
const textOf = (parts: readonly Part[]): string => parts.map((part) => part.text).join("");

/** Returns the names of the containers of an entity, outermost first. */
type TrailOf = (subject: Subject) => readonly string[];

function presentItem({ candidate, scores, score, chosen }: FittedItem, trailOf: TrailOf): ContextItem {
	const { subject, collector, path, reason, presentation } = candidate;
	const block = presentation?.as === "block" ? presentation : undefined;
	return {
		id: subject.id,
		ref: subject.ref,
		kind: subject.kind,
		title: subject.title,
		version: subject.version,
		form: chosen.form,
		content: chosen.text,
		relevance: score,
		tokens: chosen.tokens,
		because: { collector, path, scores, reason },
		blockId: keyOf(candidate),
		blockType: block?.blockKind ?? subject.kind,
		metadata: {
			pageTitle: subject.title,
			path: block?.trail ?? trailOf(subject),
			lastModified: subject.updated_at,
		},
	};
}

function describeSections(parts: readonly Part[], trailOf: TrailOf): ContextSection[] {
	return SECTIONS.flatMap(({ type, title }) => {
		const own = parts.filter((part) => part.section === type);
		if (own.length === 0) return [];
		const items = own.flatMap((part) => (part.item ? [presentItem(part.item, trailOf)] : []));
		const tokenCount = tokensOf(own);
		return [
			{ type, title, tokenCount, frameTokens: tokenCount - sum(items.map((item) => item.tokens)), items },
		];
	});
}

/** Each layer that has text, with the hash a prompt cache would know it by. */
function describeLayers(parts: readonly Part[]): ContextPayload["metadata"]["layers"] {
	return LAYERS.flatMap((name) => {
		const own = parts.filter((part) => part.layer === name);
		if (own.length === 0) return [];
		const hash = createHash("sha256").update(textOf(own)).digest("hex").slice(0, HASH_LENGTH);
		return [{ name, hash, tokens: tokensOf(own) }];
	});
}

export interface Assembled extends Pick<ContextPayload, "sections" | "serialized"> {
	readonly totalTokens: number;
	readonly frameTokens: number;
	readonly layers: ContextPayload["metadata"]["layers"];
}

/**
 * The text and the account of it: what each piece costs, what it is there for. Pieces end and start so that no token
 * spans two of them, which is why the whole need not be counted again.
 */
export function assembleContext(parts: readonly Part[], trailOf: TrailOf): Assembled {
	const sections = describeSections(parts, trailOf);
	const totalTokens = tokensOf(parts);
	return {
		serialized: textOf(parts),
		sections,
		totalTokens,
		frameTokens: totalTokens - sum(sections.map((section) => section.tokenCount)),
		layers: describeLayers(parts),
	};
}
