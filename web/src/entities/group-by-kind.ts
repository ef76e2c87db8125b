/** Groups items by kind, in the order in which the kinds first appear. */
export function groupByKind<Item extends { readonly kind: string }>(
	items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const group = groups.get(item.kind);
		if (group === undefined) groups.set(item.kind, [item]);
		else group.push(item);
	}
	return groups;
}
