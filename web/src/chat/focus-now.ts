import type { RefObject } from "react";

/** At once, so that no keystroke goes elsewhere; and again after drawing, when the field may have been replaced. */
export function focusNow(field: RefObject<HTMLElement | null>): void {
	field.current?.focus();
	requestAnimationFrame(() => field.current?.focus());
}
