import { bareEndings, type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const ENDINGS: readonly Ending[] = [
	["mente", "", 4],
	["chi", "c"],
	["che", "c"],
	["ghi", "g"],
	["ghe", "g"],
	...bareEndings("ia ie ii io a e i o"),
];

export const italian: Language = {
	code: "it",
	name: "Italian",
	stopWords:
		listWords(`a ad agli ai al alla alle allo anche c che chi ci come con cosa cui d da dagli dai dal dalla
		dalle de degli dei del della delle dello di dove e ed era gli ha hanno ho i il in io l la le lei li lo loro lui ma mi
		mio ne nei nel nella nelle noi non o per perche piu qual quale quali quando quanto quello questa questo s se si sono
		su sua sui sul sulla suo ti tra tu un una uno voi`),
	askingWords: listWords(
		`descrivi descrivere dettagli elenca informazioni mostra panoramica riassumere riassumi riassunto spiega spiegare
		stato`,
	),
	stem: (word) => replaceEnding(word, ENDINGS),
};
