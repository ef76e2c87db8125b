/** Adds a value to the list of its key. A copy of the list for each value would take the square of their number. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [value]);
	else list.push(value);
}
