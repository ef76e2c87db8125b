import { SkeinError } from "../model/errors.ts";

const LONGEST_QUOTE = 40;
/** Control characters count as one; what comes after so many is not quoted. */
const LONGEST_LOOK = 1_000;

export interface QueryFault {
	readonly source: string;
	/** Where the fault is: an offset into `source`. */
	readonly at: number;
	readonly found: string;
	readonly expected: readonly string[];
	/** A sentence of its own where "found … expected …" would not help. */
	readonly says?: string;
}

/** Lines as editors count them, and columns in characters: an emoji is one, whatever number of units it takes. */
function locate(source: string, at: number): { readonly line: number; readonly column: number } {
	const lines = source.slice(0, at).split(/\r\n|\r|\n/);
	return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}

/** "A", "A or B", "A, B or C". */
export function joinChoices(choices: readonly string[]): string {
	if (choices.length < 2) return choices.join("");
	return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

/** Control characters would be acted on by the terminal that shows the message. */
export function quote(source: string): string {
	const text = source.slice(0, LONGEST_LOOK).replace(/\p{Cc}+/gu, " ");
	const characters = [...text];
	const clipped =
		characters.length > LONGEST_QUOTE ? `${characters.slice(0, LONGEST_QUOTE).join("")}…` : text;
	return `"${clipped}"`;
}

/** A query that cannot be read or does not fit its kinds: where that is, what is there and what was expected. */
export class QueryError extends SkeinError {
	readonly line: number;
	readonly column: number;
	readonly found: string;
	readonly expected: readonly string[];

	constructor({ source, at, found, expected, says }: QueryFault) {
		const { line, column } = locate(source, at);
		const sentence = says ?? `found ${found}, expected ${joinChoices(expected)}.`;
		super("invalid_query", `Line ${line}, column ${column}: ${sentence}`, {
			details: { line, column, found, expected },
		});
		this.line = line;
		this.column = column;
		this.found = found;
		this.expected = expected;
	}
}

/** The query is sound and asks for more work than one question may cause. */
export class QueryTooCostlyError extends SkeinError {
	constructor(limit: number) {
		super(
			"query_too_costly",
			`The query was stopped after ${limit} comparisons. Ask with fewer conditions, or not over a computed field of many rows.`,
			{ details: { limit } },
		);
	}
}

/** The known name that was meant: the same one, or the only one that differs in letter case alone. */
export function resolveName(wanted: string, known: readonly string[]): string | undefined {
	if (known.includes(wanted)) return wanted;
	const folded = wanted.toLowerCase();
	const alike = known.filter((name) => name.toLowerCase() === folded);
	return alike.length === 1 ? alike[0] : undefined;
}
