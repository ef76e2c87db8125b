/** Adds a value to the list of its key. A copy of the list for each value would take the square of their number. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}

/** `Map.groupBy`, which the oldest Node we run on lacks. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
	const groups = new Map<Key, Item[]>();
	for (const item of items) addTo(groups, keyOf(item), item);
	return groups;
}
