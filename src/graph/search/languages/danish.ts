import { bareEndings, DOUBLED, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const GENITIVE: readonly Ending[] = [["s"]];
const ENDINGS: readonly Ending[] = [
	["hederne", "hed"],
	["heder", "hed"],
	["heden", "hed"],
	...bareEndings("erne ende ene ede et er en e"),
];

export const danish: Language = {
	code: "da",
	name: "Danish",
	stopWords:
		listWords(`af alle at blev bliver da de dem den denne der deres det dette dig din du efter eller en er et
		for fra ham han hans har havde hende hun hvad hvem hvilke hvilken hvis hvor hvordan hvorfor hvornar i ikke ind jeg kan
		man med men mig min mod nar ned nu og om op os over pa sa sig sin sine skal som til ud under var vi vil`),
	askingWords: listWords(
		`beskriv detaljer forklar giv information liste overblik opsummer resumer status vis`,
	),
	stem: (word) => replaceEnding(replaceEnding(word, GENITIVE), ENDINGS).replace(DOUBLED, "$1"),
};
