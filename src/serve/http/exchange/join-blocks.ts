import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { Block } from "../../../graph/store/derive/sync-blocks.ts";

/** A block in a request: an existing one, by its id, with or without another text, or a new text. */
export interface BlockInput {
	readonly id?: string | undefined;
	readonly text?: string | undefined;
}

const LIST_KINDS = new Set(["list_item", "todo"]);

/**
 * Returns the body made of these blocks, in this order. Between two that were neighbours before, the text between them
 * stays as it was, so that putting back what was read changes not one character.
 */
export function joinBlocks(body: string, stored: readonly Block[], wanted: readonly BlockInput[]): string {
	const ordinals = new Map(stored.map((block, ordinal) => [block.id, ordinal]));
	let joined = "";
	let previous: number | undefined;
	for (const [index, { id, text }] of wanted.entries()) {
		const ordinal = id === undefined ? undefined : ordinals.get(id);
		const block = ordinal === undefined ? undefined : stored[ordinal];
		if ((id !== undefined && block === undefined) || (block === undefined && text === undefined)) {
			throw new InvalidInputError(
				`blocks.${index}: give the id of a block of this text, or a text. Read the blocks again.`,
				{ field: `blocks.${index}`, id },
				"unknown_block",
			);
		}
		if (index === 0) joined = ordinal === 0 ? body.slice(0, block?.start_offset) : "";
		else joined += gapBetween(body, stored, previous, ordinal);
		joined += text ?? body.slice(block?.start_offset, block?.end_offset);
		previous = ordinal;
	}
	const isLast = previous !== undefined && previous === stored.length - 1;
	const tail = isLast ? body.slice(stored.at(-1)?.end_offset) : "\n";
	return wanted.length === 0 ? "" : joined + tail;
}

function gapBetween(
	body: string,
	stored: readonly Block[],
	before: number | undefined,
	after: number | undefined,
): string {
	const [left, right] = [before, after].map((ordinal) =>
		ordinal === undefined ? undefined : stored[ordinal],
	);
	if (left && right && after === (before ?? 0) + 1) return body.slice(left.end_offset, right.start_offset);
	const inList =
		left !== undefined && right !== undefined && [left, right].every(({ kind }) => LIST_KINDS.has(kind));
	return inList ? "\n" : "\n\n";
}
