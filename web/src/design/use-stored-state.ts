import { useCallback, useState } from "react";

/** State that survives a reload. A browser that refuses storage only forgets. */
export function useStoredState<T>(name: string, initial: T): [T, (value: T) => void] {
	const key = `skein.${name}`;
	const [value, setValue] = useState<T>(() => readStored(key) ?? initial);
	const store = useCallback(
		(next: T) => {
			setValue(next);
			try {
				localStorage.setItem(key, JSON.stringify(next));
			} catch {
				// Private windows throw on write; the choice then lasts as long as the page.
			}
		},
		[key],
	);
	return [value, store];
}

function readStored<T>(key: string): T | null {
	try {
		const text = localStorage.getItem(key);
		return text === null ? null : (JSON.parse(text) as T);
	} catch {
		return null;
	}
}
