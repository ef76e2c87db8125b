import { blankCode } from "../../../model/blank-code.ts";

export interface IssueReference {
	readonly number: number;
	readonly means: "closes" | "blocks" | "blocked_by" | "depends_on" | "duplicates" | "mentions";
}

const REFERENCE =
	/(?:\b(clos(?:e|es|ed)|fix(?:es|ed)?|resolv(?:e|es|ed)|blocks|blocked by|depends on|duplicate of|duplicates)\b:?\s+)?(?:(?<![\w/&])#(\d{1,9})\b|https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d{1,9})\b)/gi;
const MEANINGS: readonly (readonly [RegExp, IssueReference["means"]])[] = [
	[/^(?:clos|fix|resolv)/i, "closes"],
	[/^blocks/i, "blocks"],
	[/^blocked/i, "blocked_by"],
	[/^depends/i, "depends_on"],
	[/^duplicate/i, "duplicates"],
];

/** The issues of its own repository that a text refers to, and in what sense. A plain mention counts if it says nothing more. */
export function scanReferences(text: string, repository: string): readonly IssueReference[] {
	if (!text.includes("#") && !text.includes("github.com")) return [];
	const found = new Map<string, IssueReference>();
	const explained = new Set<number>();
	for (const [, word = "", short, elsewhere, long] of blankCode(text).matchAll(REFERENCE)) {
		if (elsewhere !== undefined && elsewhere.toLowerCase() !== repository.toLowerCase()) continue;
		const number = Number(short ?? long);
		const means = MEANINGS.find(([pattern]) => pattern.test(word))?.[1] ?? "mentions";
		found.set(`${number} ${means}`, { number, means });
		if (means !== "mentions") explained.add(number);
	}
	return [...found.values()].filter(({ number, means }) => means !== "mentions" || !explained.has(number));
}
