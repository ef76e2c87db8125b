const LONGEST = 60;
/** What comes later in a label is in no name. */
const LONGEST_LABEL = 1_000;

const clean = (label: string): string =>
	label
		.slice(0, LONGEST_LABEL)
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, " ")
		.trim();

/** A name that a field may have, from whatever a column is called; `taken` keeps two columns apart. */
export function nameField(label: string, taken: ReadonlySet<string>): string {
	const words = clean(label).toLowerCase().replaceAll(" ", "_").slice(0, LONGEST);
	const base =
		/^[a-z]/.test(words) && !(words in Object.prototype) ? words : `field_${words}`.replace(/_$/, "");
	return findFree(base, taken);
}

/** A name that a kind may have, from what a table is called. */
export function nameKind(label: string, taken: ReadonlySet<string>): string {
	const words = clean(label).split(" ");
	const joined = words
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
		.join("")
		.slice(0, LONGEST);
	const base = /^[A-Za-z]/.test(joined) && !(joined in Object.prototype) ? joined : `Table${joined}`;
	return findFree(base, taken);
}

/** Tables are mostly named in the plural already. */
export const namePlural = (kind: string): { readonly plural?: string } =>
	/s$/i.test(kind) ? { plural: kind } : {};

/** What a table is called whose own name is a word for a kind that ships, where the importer may not take that word. */
export function labelTable(label: string, takenWords: ReadonlySet<string>): string {
	const kind = nameKind(label, new Set());
	const { plural = `${kind}s` } = namePlural(kind);
	const isTaken = [label, kind, plural].some((word) => takenWords.has(word.trim().toLowerCase()));
	return isTaken ? `${label} table` : label;
}

function findFree(base: string, taken: ReadonlySet<string>): string {
	const lower = new Set([...taken].map((name) => name.toLowerCase()));
	if (!lower.has(base.toLowerCase())) return base;
	for (let number = 2; ; number += 1)
		if (!lower.has(`${base.toLowerCase()}_${number}`)) return `${base}_${number}`;
}
