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
