import { bareEndings, DOUBLED, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const GENITIVE: readonly Ending[] = [["s"]];
const ENDINGS: readonly Ending[] = [
	["hetene", "het"],
	["heten", "het"],
	["heter", "het"],
	...bareEndings("ende ene ane ede et er en ar e a"),
];

export const norwegian: Language = {
	code: "no",
	name: "Norwegian",
	stopWords:
		listWords(`alle at av ble bli blir da de dei deg den denne der det dette din du eg ei eller en er et etter
		for fra ha hadde han hans har henne hun hva hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke inn jeg kan man med
		meg men min mot na nar nei og om opp oss over pa sa seg sin sine skal som til under ut var ved vi vil`),
	askingWords: listWords(`beskriv detaljer forklar gi informasjon liste oppsummer oversikt status vis`),
	stem: (word) => replaceEnding(replaceEnding(word, GENITIVE), ENDINGS).replace(DOUBLED, "$1"),
};
