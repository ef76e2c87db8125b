/** One way of writing a text that costs a careless reader more time than its length. */
export interface HostileText {
	readonly name: string;
	/** A text of about so many characters. Where its units are numbered, they begin with this number. */
	readonly write: (length: number, first?: number) => string;
}

const repeat = (name: string, unit: string): HostileText => ({
	name,
	write: (length) => unit.repeat(Math.ceil(length / unit.length)),
});

/** Units that differ from each other, so that nothing can be remembered or left out as known. */
const count = (name: string, unit: (number: number) => string): HostileText => ({
	name,
	write: (length, first = 0) => {
		const parts: string[] = [];
		for (let number = first, written = 0; written < length; number += 1) {
			const part = unit(number);
			parts.push(part);
			written += part.length;
		}
		return parts.join("");
	},
});

const nest = (name: string, open: string, close: string): HostileText => ({
	name,
	write: (length) => {
		const depth = Math.ceil(length / (open.length + close.length));
		return open.repeat(depth) + close.repeat(depth);
	},
});

/** A run and then a sign that fits no pattern which went through the run. */
const end = (text: HostileText, last: string): HostileText => ({
	name: `${text.name}, then ${JSON.stringify(last)}`,
	write: (length, first) => text.write(length, first) + last,
});

const RUNS: readonly HostileText[] = [
	"[ [[ ] ]] ]( [a]( [a](b ![ ![[ [[a| [[a]".split(" "),
	"` `a `` ~~~ * ** **a _ _a ~~ # #a / /- - -- = | |- |: < <a </a > & ' \" «".split(" "),
	"@ @a . .. ! ? : :: ; , ( (( ) { } \\ \\[ $ % + ^ a A é 0 漢 한 ไทย ن ﷺ ﬃ İ ŉ 's".split(" "),
	["\n", "\r", "\r\n", "\t", " ", " \n", "\n ", "\u0085", "\u2028", "\u00a0", "\u3000"],
	["a ", "A ", "Ab ", "0 ", "漢 ", "@Name ", "@a @", "#tag ", "[a] ", "(a) ", "* ", "- ", "> ", "1. ", ". "],
	["a\n", "\n\n", "> \n", "- a\n", "# a\n", "a\n\n", "```\n", "~~~\n", "---\n", "===\n", "|a|\n", "a: b\n"],
	["http://", "https://a.b/", "[a](b.md)", "[[a]]", "[[a|b]]", "![[a.png]]", "@a.b", "a@b.c "],
	"\u0301 a\u0301 \u200d \u200b \ufe0f \u202e \u034f".split(" "),
	["\u034f "],
	"👩\u200d 😀 𠀀 𝐀 а ａ".split(" "),
	["\ud800", "\udc00", "\0", "\u0001", "\ufeff", "\ufffd", "\u2066"],
	["SELECT ", "NOT ", "AND ", "OR ", "''", '""', "due ", "in the last ", "what is ", "since may ", "my "],
	["fixes ", "fixes #", "github.com/", "id:: ", "((", "]]\n", "\\|", "|\n|-|\n", "<!--", "&#x41;", "{{"],
]
	.flat()
	.map((unit) => repeat(JSON.stringify(unit), unit));

const NUMBERED: readonly HostileText[] = [
	count("words", (number) => `w${number} `),
	count(
		"foreign words",
		(number) => `ж${number.toString(36).replace(/\d/g, (digit) => "абвгдежзик"[Number(digit)] ?? "")}ю `,
	),
	count("names", (number) => `Name${number} Other${number} `),
	count("mentions", (number) => `@name${number} `),
	count("links", (number) => `[[name ${number}]] `),
	count("tags", (number) => `#tag${number} `),
	count("paragraphs", (number) => `line ${number}\n\n`),
	count("headings", (number) => `# ${number}\n`),
	count("items", (number) => `- item ${number}\n`),
	count("rows", (number) => `| ${number} | a |\n`),
	count("cells", (number) => `a${number},`),
	count("keys", (number) => `k${number}: v\n`),
	count("sentences", (number) => `It was ${number}. `),
	count("backticks", (number) => `${"`".repeat((number % 300) + 1)} `),
	count("stairs", (number) => `${"  ".repeat(number % 400)}- a\n`),
	count("objects", (number) => `{"title":"${number}"}\n`),
	count("ideographs", (number) => String.fromCodePoint(0x4e00 + ((number * 7919) % 20_000))),
	count("ideographs apart", (number) => `${String.fromCodePoint(0x4e00 + ((number * 7919) % 20_000))} `),
	count("letters", (number) => String.fromCodePoint(0xa1 + ((number * 31) % 0x2f00))),
];

const NESTED: readonly HostileText[] = [
	nest("nested [", "[", "]"),
	nest("nested [[", "[[", "]]"),
	nest("nested (", "(", ")"),
	nest("nested {", '{"a":', "}"),
	nest("nested div", "<div>", "</div>"),
	nest("nested quotes", "> ", "x"),
	nest("nested emphasis", "*a ", " b*"),
	nest("nested list", "- ", "x"),
	nest("nested yaml", "a: {", "}"),
];

const FENCED: readonly HostileText[] = [
	{ name: "frontmatter", write: (length) => `---\n${"a: b\n".repeat(length / 5)}---\nx` },
	{ name: "open frontmatter", write: (length) => `---\n${"\n--".repeat(length / 3)}` },
	{ name: "open quote", write: (length) => `"${'a"",'.repeat(length / 4)}` },
	{ name: "open code", write: (length) => `\`\`\`\n${"a\n`` ".repeat(length / 5)}` },
	{ name: "one line", write: (length) => `# ${"word ".repeat(length / 5)}` },
];

/** Texts that an attacker would write: long runs, near misses, deep nesting, every script, halves of characters. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
	...RUNS,
	...RUNS.map((run) => end(run, "\u0001x")),
	...NUMBERED,
	...NESTED,
	...FENCED,
];

let written = 0;
/** Numbered units of one text are not those of the one before: a reader that remembers words has read none of them. */
const NUMBERS_APART = 1_009;

/**
 * A text that nobody has read before: some readers remember what they have read, and answer the second time at once. It is
 * in one piece, as a request delivers it; joining the pieces that it was written in would count as reading.
 */
export function writeUnread({ write }: HostileText, length: number): string {
	written += NUMBERS_APART;
	return JSON.parse(JSON.stringify(`${write(length, written)} ${written}`)) as string;
}
