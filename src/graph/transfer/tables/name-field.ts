import type { KindNames } from "../../store/archive/imports.ts";

const LONGEST = 60;
/** The rest of a longer label is in no field name. */
const LONGEST_LABEL = 1_000;

const clean = (label: string): string =>
	label
		.slice(0, LONGEST_LABEL)
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^A-Za-z0-9]+/g, " ")
		.trim();

/** Returns a valid field name for the label of a column; `taken` keeps two columns apart. */
export function nameField(label: string, taken: ReadonlySet<string>): string {
	const words = clean(label).toLowerCase().replaceAll(" ", "_").slice(0, LONGEST);
	const base =
		/^[a-z]/.test(words) && !(words in Object.prototype) ? words : `field_${words}`.replace(/_$/, "");
	return findFree(base, taken);
}

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

/** The own kind of that name, however it is spelled. */
export const findKind = ({ ownKinds }: KindNames, kind: string): string | undefined =>
	ownKinds.includes(kind) ? kind : ownKinds.find((name) => name.toLowerCase() === kind.toLowerCase());

/** A name that is a word for a built-in kind is changed where the importer may not use it: the store would refuse the kind. */
export function nameTable(
	title: string,
	taken: ReadonlySet<string>,
	names: KindNames,
): { readonly kind: string; readonly label: string } {
	const nameAs = (label: string) => {
		const kind = nameKind(label, taken);
		return { kind: findKind(names, kind) ?? kind, label };
	};
	const named = nameAs(title);
	const bare = nameKind(title, new Set());
	const { plural = `${bare}s` } = namePlural(bare);
	const isTaken = [title, bare, plural].some((word) => names.words.has(word.trim().toLowerCase()));
	return isTaken && !names.ownKinds.includes(named.kind) ? nameAs(`${title} table`) : named;
}

function findFree(base: string, taken: ReadonlySet<string>): string {
	const lower = new Set([...taken].map((name) => name.toLowerCase()));
	if (!lower.has(base.toLowerCase())) return base;
	for (let number = 2; ; number += 1)
		if (!lower.has(`${base.toLowerCase()}_${number}`)) return `${base}_${number}`;
}
