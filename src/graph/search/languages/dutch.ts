import { DOUBLED, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const ENDINGS: readonly Ending[] = [["heden", "heid"], ["ene"], ["en"], ["es"], ["e"]];
const PLURAL_S = /(?<=.{3}[^aeiousj])s$/;
/** An open syllable writes once what a closed one writes twice: boom, bomen. */
const LONG_VOWEL = /([aeou])\1/;
const SOUNDS: readonly Ending[] = [
	["z", "s", 2],
	["v", "f", 2],
];

export const dutch: Language = {
	code: "nl",
	name: "Dutch",
	stopWords:
		listWords(`aan al als bij dan dat de deze die dit door dus een en er had heb hebben heeft het hij hoe ik in
		is ja je kan maar me men met mij mijn na naar niet nog nu of om onder ons ook op over te tot uit u van veel voor waar
		waarom wanneer was wat we welk welke wel werd wie wij wil word worden zal ze zich zij zijn zo zou`),
	askingWords: listWords(
		`beschrijf beschrijven details geef informatie leg lijst overzicht samenvatten samenvatting status toon uitleggen`,
	),
	stem: (word) => {
		const bare = replaceEnding(word, ENDINGS).replace(PLURAL_S, "").replace(DOUBLED, "$1");
		return replaceEnding(bare.replace(LONG_VOWEL, "$1"), SOUNDS);
	},
};
