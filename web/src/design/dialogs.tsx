import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./buttons.tsx";

interface ModalProps {
	readonly open: boolean;
	readonly onClose: () => void;
	readonly title: string;
	readonly children: ReactNode;
}

/** A question that has to be answered before going on. */
export function Modal({ open, onClose, title, children }: ModalProps) {
	return (
		<Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
				<Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[min(560px,calc(100vw-2rem))] -translate-x-1/2 flex-col rounded-lg border border-line bg-surface shadow-lift outline-none">
					<header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
						<Dialog.Title className="min-w-0 flex-1 text-14 font-semibold">{title}</Dialog.Title>
						<Dialog.Close render={<IconButton icon={X} label="Close" />} />
					</header>
					<div className="min-h-0 overflow-y-auto p-4">{children}</div>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

interface SheetProps {
	readonly open: boolean;
	readonly onClose: () => void;
	readonly label: string;
	readonly side: "left" | "right" | "bottom";
	readonly children: ReactNode;
}

const places = {
	left: "inset-y-0 left-0 w-[min(320px,88vw)] border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full",
	right:
		"inset-y-0 right-0 w-[min(400px,92vw)] border-l data-starting-style:translate-x-full data-ending-style:translate-x-full",
	bottom:
		"inset-x-0 bottom-0 h-[86dvh] rounded-t-lg border-t data-starting-style:translate-y-full data-ending-style:translate-y-full",
} as const;

/** A panel over the page, for screens too narrow for a column. */
export function Sheet({ open, onClose, label, side, children }: SheetProps) {
	return (
		<Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
				<Dialog.Popup
					aria-label={label}
					className={`fixed z-50 flex flex-col overflow-hidden border-line bg-ground outline-none transition-transform duration-150 ease-out ${places[side]}`}
				>
					{children}
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}
