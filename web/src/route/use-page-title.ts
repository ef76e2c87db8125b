import { useEffect } from "react";

/** Sets the title of the page, for tabs, the history and screen readers. */
export function usePageTitle(title: string | undefined): void {
	useEffect(() => {
		document.title = title ? `${title} · Skein` : "Skein";
	}, [title]);
}
