import { bareEndings, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const ENDINGS: readonly Ending[] = [
	["amente", "", 4],
	["mente", "", 4],
	["ces", "z", 2],
	...bareEndings("os as es o a e s"),
];

export const spanish: Language = {
	code: "es",
	name: "Spanish",
	stopWords:
		listWords(`a al algo ante como con cual cuales cuando de del desde donde e el ella ellas ellos en entre era
		es esa ese eso esta estan este esto ha han hasta hay la las le les lo los me mi mis muy no nos o para pero por porque
		que quien quienes se ser si sin sobre son su sus te tu tus u un una unas uno unos y ya yo`),
	askingWords: listWords(
		`describe describir detalles estado explica explicar informacion lista muestra resume resumen resumir`,
	),
	stem: (word) => replaceEnding(word, ENDINGS),
};
