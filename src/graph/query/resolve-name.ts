/** The known name that was meant: the same one, or the only one that differs in letter case alone. */
export function resolveName(wanted: string, known: readonly string[]): string | undefined {
	if (known.includes(wanted)) return wanted;
	const folded = wanted.toLowerCase();
	const alike = known.filter((name) => name.toLowerCase() === folded);
	return alike.length === 1 ? alike[0] : undefined;
}
