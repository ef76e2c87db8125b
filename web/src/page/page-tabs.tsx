import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

interface PageTabsProps {
	readonly label: string;
	/** Links in `tabLook`. */
	readonly children: ReactNode;
}

export const tabLook =
	"flex h-8 shrink-0 items-center rounded-md px-2.5 text-13 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The tabs of a page; where they do not fit, the present one is scrolled into view. */
export function PageTabs({ label, children }: PageTabsProps) {
	const tabs = useRef<HTMLElement>(null);
	const path = useLocation({ select: ({ pathname }) => pathname });
	useEffect(() => {
		const links = [...(tabs.current?.querySelectorAll("a") ?? [])];
		const current = links.find(({ pathname }) => pathname === path);
		current?.scrollIntoView({ block: "nearest", inline: "center" });
	}, [path]);
	return (
		<nav ref={tabs} aria-label={label} className="flex min-w-0 flex-1 gap-1 overflow-x-auto px-1">
			{children}
		</nav>
	);
}
