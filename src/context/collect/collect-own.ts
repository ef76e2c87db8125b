import type { Reader } from "../../graph/graph.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import type { Candidate } from "../model/candidate.ts";
import { type Findings, makeGroup } from "../model/findings.ts";
import type { ContextRequest } from "../model/request.ts";
import type { CollectScope } from "./collector.ts";

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
export async function collectOwn(
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
		printMissing: (count) => `- ... and ${count} more found by ${name}\n\n`,
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
