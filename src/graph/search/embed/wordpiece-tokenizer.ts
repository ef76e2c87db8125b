import { replaceEach } from "../../model/replace-each.ts";

const UNKNOWN = "[UNK]";
const START = "[CLS]";
const END = "[SEP]";
const CONTINUED = "##";
const LONGEST_WORD = 100;

const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
const WHITE_SPACE = /[\s\p{Z}]+/gu;
const MARKS = /\p{Mn}/gu;
/** Every ideograph is a word: these scripts set no spaces. */
const IDEOGRAPH =
	/[\u4E00-\u9FFF\u3400-\u4DBF\uF900-\uFAFF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;
/** ASCII symbols count as punctuation although Unicode files some of them elsewhere. */
const PIECE = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

/** Cuts a text into the pieces of an uncased BERT vocabulary, greedily, longest piece first. */
export class WordpieceTokenizer {
	readonly #vocabulary: ReadonlyMap<string, number>;
	readonly #unknown: number;
	readonly #start: number;
	readonly #end: number;

	constructor(vocabulary: ReadonlyMap<string, number>) {
		const idOf = (token: string): number => {
			const id = vocabulary.get(token);
			if (id === undefined) throw new Error(`the vocabulary has no ${token}`);
			return id;
		};
		this.#vocabulary = vocabulary;
		this.#unknown = idOf(UNKNOWN);
		this.#start = idOf(START);
		this.#end = idOf(END);
	}

	/** Token ids with the start and end marks, never more than `maxTokens`. */
	encode(text: string, maxTokens: number): readonly number[] {
		const ids = [this.#start];
		// No token is shorter than a character and none is expected to be longer than a long word.
		const bounded = text.slice(0, maxTokens * LONGEST_WORD);
		for (const [word] of normalise(bounded).matchAll(PIECE)) {
			if (ids.length >= maxTokens) break;
			ids.push(...this.#cutWord(word));
		}
		return [...ids.slice(0, maxTokens - 1), this.#end];
	}

	#cutWord(word: string): readonly number[] {
		const characters = [...word];
		if (characters.length > LONGEST_WORD) return [this.#unknown];
		const ids: number[] = [];
		for (let start = 0; start < characters.length; ) {
			let end = characters.length;
			let id: number | undefined;
			for (; end > start && id === undefined; end -= 1) {
				id = this.#vocabulary.get((start > 0 ? CONTINUED : "") + characters.slice(start, end).join(""));
			}
			if (id === undefined) return [this.#unknown];
			ids.push(id);
			start = end + 1;
		}
		return ids;
	}
}

function normalise(text: string): string {
	const plain = replaceEach(replaceEach(text, WHITE_SPACE, " "), CONTROL, "");
	const apart = plain.replace(IDEOGRAPH, (sign) => ` ${sign} `);
	return replaceEach(apart.normalize("NFD"), MARKS, "").toLowerCase();
}
