/** Turns a label into a name that queries can use. */
export const makeKindName = (label: string): string =>
	plain(label)
		.split(" ")
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

export const makeFieldName = (label: string): string => plain(label).toLowerCase().replaceAll(" ", "_");

function plain(label: string): string {
	return label
		.normalize("NFKD")
		.replaceAll(/\p{Diacritic}/gu, "")
		.replaceAll(/[^A-Za-z0-9]+/g, " ")
		.trim()
		.replace(/^[0-9 ]+/, "");
}
