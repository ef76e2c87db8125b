/** Cut at a word where there is one near, and marked as cut. */
export function cutText(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const cut = text.slice(0, longest - 1);
	const space = cut.lastIndexOf(" ");
	return `${(space > longest * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
