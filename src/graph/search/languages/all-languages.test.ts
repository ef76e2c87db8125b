import { expect, test } from "vitest";
import { fc } from "../../../../test/support/drawn.ts";
import { analyseText } from "../words/analyse-text.ts";
import { ALL_LANGUAGES, checkLanguage, languageOf } from "./all-languages.ts";

/** Forms of one word, and words that must stay apart from it. */
const FORMS: Readonly<Record<string, readonly (readonly [same: string, other: string])[]>> = {
	en: [["bridge bridges bridged", "bright"]],
	de: [
		["Brücke Brücken", "Bruch"],
		["Haus Hauses Häuser Häusern", "Hausung"],
		["Straße Strassen", "Strahl"],
		["Entscheidung Entscheidungen", "Entscheid"],
		["Kind Kindes Kinder Kindern", "Kino"],
	],
	fr: [
		["décision décisions", "décidée"],
		["décider décidé décidée décidées", "déclin"],
		["bateau bateaux", "batte"],
		["canal canaux", "cane"],
	],
	es: [
		["puente puentes", "punto"],
		["decisión decisiones", "decimal"],
		["rojo roja rojos rojas", "rollo"],
		["luz luces", "lucha"],
	],
	it: [
		["ponte ponti", "punto"],
		["banca banche", "bando"],
		["decisione decisioni", "decimale"],
	],
	pt: [
		["decisão decisões", "decimal"],
		["ponte pontes", "ponto"],
		["canal canais", "cano"],
		["homem homens", "hora"],
	],
	nl: [
		["brug bruggen", "bruin"],
		["boom bomen", "boer"],
		["huis huizen", "hui"],
		["mogelijkheid mogelijkheden", "mogelijk"],
	],
	sv: [
		["beslut beslutet besluten beslutens", "bestyr"],
		["flicka flickor flickorna", "flit"],
	],
	da: [
		["beslutning beslutninger beslutningerne beslutningens", "besked"],
		["bro broer broen", "bred"],
	],
	no: [
		["beslutning beslutninger beslutningene beslutningens", "beskjed"],
		["bru bruer bruene", "brev"],
	],
	none: [["Ponte PONTE", "pontes"]],
};

test.each(ALL_LANGUAGES)(
	"[S13] the forms of a word are one term in $name, other words are not",
	({ code }) => {
		const language = languageOf(code);
		expect(FORMS[code]?.length).toBeGreaterThan(0);
		for (const [same, other] of FORMS[code] ?? []) {
			const terms = new Set(same.split(" ").flatMap((word) => analyseText(word, language)));
			expect([...terms], same).toHaveLength(1);
			expect(terms.has(analyseText(other, language)[0] ?? ""), `${other} is not ${same}`).toBe(false);
		}
	},
);

test("[S13] every word leaves a term, in every language", () => {
	fc.assert(
		fc.property(fc.constantFrom(...ALL_LANGUAGES), fc.stringMatching(/^[a-zß]{1,12}$/), (language, word) => {
			expect(analyseText(word, language).join("")).not.toBe("");
		}),
	);
});

test("[S13] stop words are written as they are compared", () => {
	for (const { stopWords, name } of ALL_LANGUAGES) {
		for (const word of stopWords) expect(word, name).toMatch(/^[a-z]+$/);
	}
});

test("[S13] a language without rules is refused when set, and read as none when found", () => {
	expect(checkLanguage("de")).toBe("de");
	expect(() => checkLanguage("tlh")).toThrow(/Use one of en, de/);
	expect(languageOf("tlh").code).toBe("none");
});

test("[S13] a word that every JavaScript object answers to has verbs as any other", () => {
	for (const word of ["constructor", "valueof", "tostring"]) {
		for (const verb of languageOf("en").verbsIn?.(word) ?? []) expect(typeof verb, word).toBe("string");
	}
});
