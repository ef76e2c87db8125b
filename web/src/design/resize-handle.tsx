import type { KeyboardEvent, PointerEvent } from "react";

interface ResizeHandleProps {
	/** The id of the panel. */
	readonly controls: string;
	readonly width: number;
	readonly onResize: (width: number) => void;
}

const narrowest = 300;
const widest = 640;
const keyboardStep = 16;

/** The left edge of a right-hand panel: drag it, or move it with the arrow keys. */
export function ResizeHandle({ controls, width, onResize }: ResizeHandleProps) {
	function resizeTo(next: number) {
		onResize(Math.round(Math.min(widest, Math.max(narrowest, next))));
	}

	function onKeyDown(event: KeyboardEvent) {
		const step = { ArrowLeft: keyboardStep, ArrowRight: -keyboardStep }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		resizeTo(width + step);
	}

	function onPointerMove(event: PointerEvent<HTMLElement>) {
		if (event.currentTarget.hasPointerCapture(event.pointerId)) resizeTo(innerWidth - event.clientX);
	}

	return (
		<div
			role="separator"
			aria-label="Width of the side panel"
			aria-controls={controls}
			aria-orientation="vertical"
			aria-valuenow={width}
			aria-valuemin={narrowest}
			aria-valuemax={widest}
			tabIndex={0}
			onKeyDown={onKeyDown}
			onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
			onPointerMove={onPointerMove}
			className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1 after:w-px hover:after:w-0.5 hover:after:bg-accent focus-visible:outline-none focus-visible:after:w-0.5 focus-visible:after:bg-accent"
		/>
	);
}
