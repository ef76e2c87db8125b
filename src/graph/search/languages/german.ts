import { type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const ENDINGS: readonly Ending[] = [["innen", "", 4], ["ern"], ["em"], ["en"], ["er"], ["es"], ["e"]];
/** An s that is part of the word itself follows other letters than these, as in Haus or Gas. */
const GENITIVE = /(?<=.{3}[bdfghklmnrt])s$/;

export const german: Language = {
	code: "de",
	name: "German",
	capitalisesNouns: true,
	stopWords:
		listWords(`aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dies diese
		dieser dieses du durch ein eine einem einen einer eines er es euer fur gegen habe haben hat hatte ich ihr im in ist
		ja kann kein keine konnen man mein mit nach nicht noch nun nur ob oder ohne sein sich sie sind so um und uns unser
		vom von vor wann war waren warum was welche welcher welches wenn wer werden wie wir wird wo wurde zu zum zur uber`),
	askingWords: listWords(
		`beschreibe beschreiben details erklare erklaren gib informationen kurz liste nenne stand status uberblick
		ubersicht wissen zeige zusammenfassen zusammenfassung fasse`,
	),
	stem: (word) => replaceEnding(word.replaceAll("ß", "ss"), ENDINGS).replace(GENITIVE, ""),
};
