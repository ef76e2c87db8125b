interface Kept<Key, Value> {
	get(key: Key): Value | undefined;
	set(key: Key, value: Value): unknown;
}

/** Returns the value that is kept under a key; makes and keeps it when there is none. */
export function remember<Key, Value>(kept: Kept<Key, Value>, key: Key, make: () => Value): Value {
	const known = kept.get(key);
	if (known !== undefined) return known;
	const made = make();
	kept.set(key, made);
	return made;
}
