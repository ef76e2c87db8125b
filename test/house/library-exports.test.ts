import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/project.mjs";
import * as library from "../../src/open-skein.ts";

const TYPES = [
	...["AllocatedContext", "BudgetAllocator", "BuilderRequest", "ChatMessage", "ContextBuilder"],
	...["ContextCollector", "ContextConfig", "ContextHints", "ContextItem", "ContextOverrides", "ContextParts"],
	...["ContextPayload", "ContextQuestion", "ContextRequest", "ContextSection", "ContextValidationResult"],
	...[
		"ConversationMessage",
		"EntityLinkedContext",
		"EntityLinkedNote",
		"FoundEntity",
		"ImportItem",
		"ImportLink",
		"ImportReport",
	],
	...["ImportRequest", "LanguageModel", "LinkedContextOptions", "LinkedEntityContext", "LoadedItem"],
	...["Loss", "MentionedContext", "Source", "SourceFile", "Survey", "SurveyOptions"],
	...["ModelChoice", "OfferedItem", "OpenOptions", "Principal", "RelevanceScorer", "ResolvedField"],
	...["RichEntityContext", "Run", "ScoredItem", "SkeinSession", "TokenBudget", "TurnEvent"],
];

test("the library exports these values: another is a promise that somebody has to keep", () => {
	expect(Object.keys(library).sort()).toEqual([
		"DEFAULT_CONTEXT_CONFIG",
		"Skein",
		"SkeinError",
		"TruncationStrategy",
		"buildRichEntityContext",
		"createContextBuilder",
		"formatLinkedEntitiesContext",
		"loadLinkedEntitiesContext",
		"makeItem",
		"offerModel",
		"openModel",
		"openSkein",
	]);
});

test("and these types", () => {
	const source = readFileSync(join(root, "src/open-skein.ts"), "utf8");
	const listed = [...source.matchAll(/^export type \{([^}]+)\}/gm)].flatMap(([, names = ""]) =>
		names.split(",").map((name) => name.trim()),
	);
	const declared = [...source.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name);
	expect([...listed, ...declared].filter((name) => name !== "").sort()).toEqual([...TYPES].sort());
});
