import { makeWords, Random, type Words } from "./random.ts";

export interface VaultShape {
	readonly seed: number;
	readonly notes: number;
}

const NOTES_PER_FOLDER = 250;
const LINKS_PER_NOTE = 8;
const MOST_PARAGRAPHS = 12;
const MEDIAN_PARAGRAPHS = 4;
const PARAGRAPH_SPREAD = 0.7;
const ITEMS = 4;

/** A folder of notes as people keep them: frontmatter, headings, paragraphs, lists, and links to one another. */
export function* generateVault({
	seed,
	notes,
}: VaultShape): Generator<{ readonly path: string; readonly text: string }> {
	const random = new Random(seed);
	const words = makeWords(random);
	// The number keeps titles different: a link to a title of two notes is ambiguous and would stay open.
	const titles = Array.from({ length: notes }, (_, index) => `${words.title()} ${index}`);
	for (const [index, title] of titles.entries()) {
		const wanted = random.logNormal(MEDIAN_PARAGRAPHS, PARAGRAPH_SPREAD);
		const paragraphs = Array.from({ length: Math.min(MOST_PARAGRAPHS, Math.ceil(wanted)) }, () =>
			words.many(20 + random.below(40)),
		);
		const pieces = [`# ${title}`, ...paragraphs, printList(words)];
		for (let link = random.below(2 * LINKS_PER_NOTE + 1); link > 0; link -= 1) {
			const place = 1 + random.below(pieces.length - 1);
			pieces[place] += ` [[${random.pick(titles)}]]`;
		}
		const fields = `tags: [${words.one()}, ${words.one()}]\nstatus: ${random.pick(["draft", "open", "done"])}\nrating: ${random.below(5)}`;
		yield {
			path: `area ${Math.floor(index / NOTES_PER_FOLDER)}/${title}.md`,
			text: `---\n${fields}\n---\n${pieces.join("\n\n")}\n`,
		};
	}
}

const printList = (words: Words): string =>
	Array.from({ length: ITEMS }, () => `- ${words.many(8)}`).join("\n");
