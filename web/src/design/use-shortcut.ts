import { useEffect, useEffectEvent } from "react";

/** Calls `action` on a key that fits, wherever the keyboard focus is. */
function useKey(fits: (event: KeyboardEvent) => boolean, action: () => void): void {
	const take = useEffectEvent((event: KeyboardEvent) => {
		if (!fits(event)) return;
		event.preventDefault();
		action();
	});
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => take(event);
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, []);
}

/** Calls `action` on Ctrl or Cmd with `key`. */
export const useShortcut = (key: string, action: () => void): void =>
	useKey((event) => {
		const commanded = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		return commanded && event.key.toLowerCase() === key;
	}, action);

const apple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns the shortcut in the spelling of this machine's keyboard. */
export function nameShortcut(key: string): string {
	return apple ? `⌘${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`;
}

/** Calls `action` on a single key, unless the person is typing text: there it is a letter. */
export const usePlainKey = (key: string, action: () => void): void =>
	useKey(
		(event) => event.key === key && !(event.ctrlKey || event.metaKey || event.altKey || isWriting(event)),
		action,
	);

function isWriting(event: KeyboardEvent): boolean {
	// The target of an event from inside a shadow root is its host; the composed path starts at the real target.
	const [target] = event.composedPath();
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
	);
}
