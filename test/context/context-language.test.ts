import { expect, test } from "vitest";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { makeTruncator } from "../../src/context/budget/truncate-text.ts";
import { analyserOf } from "../../src/context/collect/analyser-of.ts";
import { runSteps } from "../../src/graph/model/run-steps.ts";
import { english } from "../../src/graph/search/languages/english.ts";
import { german } from "../../src/graph/search/languages/german.ts";
import type { Language } from "../../src/graph/search/languages/language.ts";

const TEXT =
	"Der Winter war mild und die Brücke stand leer, denn niemand wollte sie bezahlen. Nach dem Versuch zersprangen mehrere Häuser an der Straße. Schwalben nisten unter dem Deck und fliegen früh.";

function cutAs(language: Language): string | undefined {
	const analyse = analyserOf(language);
	const strategy = { defaultStrategy: "extractive", minContentLength: 0 } as const;
	const cut = makeTruncator({ ...strategy, query: "das Haus", analyse, tokenizer: o200k });
	return runSteps(cut(TEXT, 24))?.text;
}

test("[F10] a text is cut by the words of its language", () => {
	expect(cutAs(german)).toMatch(/zersprangen mehrere Häuser/);
	expect(cutAs(english)).not.toMatch(/zersprangen mehrere Häuser/);
});
