import { useEffect, useEffectEvent } from "react";

/** Calls `action` on Ctrl or Cmd with `key`, wherever the keyboard focus is. */
export function useShortcut(key: string, action: () => void): void {
	const act = useEffectEvent(action);
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			const commanded = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
			if (!commanded || event.key.toLowerCase() !== key) return;
			event.preventDefault();
			act();
		}
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, [key]);
}

const apple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns the shortcut in the spelling of this machine's keyboard. */
export function nameShortcut(key: string): string {
	return apple ? `⌘${key.toUpperCase()}` : `Ctrl ${key.toUpperCase()}`;
}

/** Calls `action` on a single key, unless the person is typing text: there it is a letter. */
export function usePlainKey(key: string, action: () => void): void {
	const act = useEffectEvent(action);
	useEffect(() => {
		function onKeyDown(event: KeyboardEvent) {
			if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
			event.preventDefault();
			act();
		}
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, [key]);
}

function isWriting(event: KeyboardEvent): boolean {
	// The target of an event from inside a shadow root is its host; the composed path starts at the real target.
	const [target] = event.composedPath();
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
	);
}
