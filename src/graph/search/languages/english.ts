import { stemmer } from "stemmer";
import { type Language, listWords } from "./language.ts";

/** Porter's rules. */
export const english: Language = {
	code: "en",
	name: "English",
	stopWords:
		listWords(`a an and any are as at be been but by can could did do does doing for from had has have how i if
		in into is it its me my no not of on or our shall should so such tell than that the their them then there these
		they this those to us was we were what when where which who whom whose why will with would you your`),
	stem: stemmer,
};
