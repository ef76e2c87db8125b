import { type Ending, type Language, listWords, replaceEnding } from "./language.ts";

const PLURALS: readonly Ending[] = [["eaux", "eau", 1], ["aux", "al"], ["s"], ["x"]];
/** Feminine, participle and infinitive share a stem: decidee, decide, decider. */
const ENDINGS: readonly Ending[] = [["ement"], ["ee"], ["er"], ["e"]];
const DOUBLED = /(?<=.{2})([bcdfglmnprst])\1$/;

export const french: Language = {
	code: "fr",
	name: "French",
	stopWords:
		listWords(`a ai as au aux avec avez avons c ce ces cet cette comme comment d dans de des du elle elles en
		est et etait ete etre eu il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont
		ou par pas pour pourquoi qu quand que quel quelle quelles quels qui s sa sans se ses si son sont sur t ta te tes toi
		ton tu un une vos votre vous y`),
	askingWords: listWords(
		`apercu decris decrire details donne etat explique expliquer informations liste montre resume resumer statut`,
	),
	stem: (word) => replaceEnding(replaceEnding(word, PLURALS), ENDINGS).replace(DOUBLED, "$1"),
};
