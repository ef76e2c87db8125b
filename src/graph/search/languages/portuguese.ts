import { type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const PLURALS: readonly Ending[] = [
	["mente", "", 4],
	["oes", "ao", 2],
	["aes", "ao", 2],
	["ais", "al", 2],
	["eis", "el", 2],
	["ois", "ol", 2],
	["ns", "m", 2],
	["res", "r"],
	["zes", "z"],
	["s"],
];
const ENDINGS: readonly Ending[] = [["a"], ["o"]];

export const portuguese: Language = {
	code: "pt",
	name: "Portuguese",
	stopWords:
		listWords(`a ao aos as ate com como da das de dela dele do dos e ela elas ele eles em entre era essa esse
		esta este eu foi ha isso isto ja lhe mais mas me meu minha na nao nas nem no nos o onde os ou para pela pelo por
		porque quais qual quando que quem se sem ser seu seus so sua suas tambem te tem um uma umas uns voce voces`),
	askingWords: listWords(
		`descreva descrever detalhes estado explica explicar explique informacao lista mostra mostre resumir resuma resumo`,
	),
	stem: (word) => {
		const singular = replaceEnding(word, PLURALS);
		// In -ão the last letter is not an ending: without this, a singular would lose what its plural keeps.
		return singular.endsWith("ao") ? singular : replaceEnding(singular, ENDINGS);
	},
};
