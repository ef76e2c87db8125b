import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const key = "skein.theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
	const { theme } = document.documentElement.dataset;
	return theme === "light" || theme === "dark" ? theme : "system";
}

/** Updates every control that shows the theme at once; the script before the first paint reads it at the next load. */
function chooseTheme(theme: Theme): void {
	if (theme === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
	try {
		localStorage.setItem(key, JSON.stringify(theme));
	} catch {
		// Private windows throw on write; the choice then lasts as long as the page.
	}
	for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
	listeners.add(notify);
	return () => listeners.delete(notify);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
	return [useSyncExternalStore(subscribe, readTheme), chooseTheme];
}
