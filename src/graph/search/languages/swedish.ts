import { bareEndings, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const GENITIVE: readonly Ending[] = [["s"]];
const ENDINGS: readonly Ending[] = [
	["heterna", "het"],
	["heten", "het"],
	["heter", "het"],
	...bareEndings("arna erna orna ande aren ade ar er or en et na at ad a e"),
];

export const swedish: Language = {
	code: "sv",
	name: "Swedish",
	stopWords:
		listWords(`all alla att av blev bli blir da de dem den denna deras dess det detta dig din du efter ej eller
		en er ett for fran ha hade han hans har hon hur i icke inte jag kan man med men mig min mot nar ni nu och om oss pa
		sa sin sina sitt ska som till under upp ut vad var varfor vem vi vid vilka vilken vilket ar over`),
	askingWords: listWords(
		`beskriv detaljer forklara ge information lista oversikt sammanfatta sammanfattning status visa`,
	),
	stem: (word) => replaceEnding(replaceEnding(word, GENITIVE), ENDINGS),
};
