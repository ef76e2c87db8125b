const SEPARATORS = [" - ", " – ", " — ", " | ", " · ", " :: ", " » "];
const LEAST_PAGES = 3;
const SHARED = 0.5;

/** The end of a title from its last separator on: " - The handbook". */
function endOf(title: string): string {
	let at = 0;
	for (const separator of SEPARATORS) at = Math.max(at, title.lastIndexOf(separator));
	return at === 0 ? "" : title.slice(at);
}

/** The words that most pages of a site have at the end of their titles, with the sign before them; empty where there are none. */
export function findSiteName(titles: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const end of titles.map(endOf)) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
	const [[name, count] = ["", 0]] = [...counts].sort(([, a], [, b]) => b - a);
	return count >= LEAST_PAGES && count > SHARED * titles.length ? name : "";
}
