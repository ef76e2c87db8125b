import { remember as keep } from "../../graph/model/remember.ts";

/**
 * Returns a function that makes its value once for each key. For keys that never change, such as a view of the graph or
 * a kind; a value is forgotten together with its key.
 */
export function remember<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new WeakMap<Key, { readonly value: Value }>();
	return (key) => keep(known, key, () => ({ value: make(key) })).value;
}
