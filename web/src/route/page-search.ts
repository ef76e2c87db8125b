/** The parameters in the query of a page's address. All of them are text, so that a ref of digits stays a ref. */
export interface PageSearch {
	/** The entity shown in the side panel. */
	readonly beside?: string;
	/** The focus of a new question, and which paragraph of it. */
	readonly about?: string;
	readonly block?: string;
	/** The first words of a question, or the words to search for. */
	readonly q?: string;
	/** "yes" searches for the words as they are written. */
	readonly exact?: string;
	readonly kind?: string;
	readonly state?: string;
	readonly sort?: string;
	readonly signin?: string;
}

const names = ["beside", "about", "block", "q", "exact", "kind", "state", "sort", "signin"] as const;

export function checkPageSearch(search: Record<string, unknown>): PageSearch {
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = search[name];
			return typeof value === "string" && value !== "" ? [[name, value]] : [];
		}),
	);
}

export function parsePageSearch(text: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(text));
}

export function printPageSearch(search: Record<string, unknown>): string {
	const text = new URLSearchParams(checkPageSearch(search) as Record<string, string>).toString();
	return text === "" ? "" : `?${text}`;
}
