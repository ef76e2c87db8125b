import { useEffect, useEffectEvent } from "react";

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
