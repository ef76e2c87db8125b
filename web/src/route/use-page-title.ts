import { useEffect } from "react";

/** Names the page where browsers and screen readers look for it: in tabs, in the history, on arrival. */
export function usePageTitle(title: string | undefined): void {
	useEffect(() => {
		document.title = title ? `${title} · Skein` : "Skein";
	}, [title]);
}
