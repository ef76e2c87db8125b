import { PreviewCard } from "@base-ui/react/preview-card";
import { type ComponentProps, type ReactElement, type ReactNode, useState } from "react";

interface HoverCardProps extends ComponentProps<typeof PreviewCard.Trigger> {
	readonly render: ReactElement<Record<string, unknown>>;
	readonly align?: "start" | "center";
	readonly popupLook: string;
	/** Drawn, and so read, only while the card is open. */
	readonly card: (close: () => void) => ReactNode;
}

/** A card about something that is pointed at. */
export function HoverCard({ align = "center", popupLook, card, ...trigger }: HoverCardProps) {
	const [open, setOpen] = useState(false);
	return (
		<PreviewCard.Root open={open} onOpenChange={setOpen}>
			<PreviewCard.Trigger {...trigger} />
			<PreviewCard.Portal>
				<PreviewCard.Positioner sideOffset={6} align={align} className="z-50">
					<PreviewCard.Popup
						className={`max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface p-3 text-13 shadow-lift ${popupLook}`}
					>
						{open && card(() => setOpen(false))}
					</PreviewCard.Popup>
				</PreviewCard.Positioner>
			</PreviewCard.Portal>
		</PreviewCard.Root>
	);
}
