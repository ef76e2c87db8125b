import type { MouseEvent, ReactNode } from "react";
import { useGo } from "../route/use-go.ts";
import { EntityCard } from "./entity-card.tsx";
import { KindIcon } from "./kind-icon.tsx";

interface EntityLinkProps {
	readonly entity: { readonly ref: string; readonly kind: string; readonly title: string };
	readonly className?: string;
	readonly onOpened?: () => void;
	readonly children?: ReactNode;
	readonly "data-row"?: boolean;
	/** Long tables of one kind go without icon and hover card: hundreds with each screenful make scrolling wait. */
	readonly bare?: boolean;
}

const plainLook = "inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-sm hover:underline";

/** The one way to an entity: a click opens it beside, with Ctrl or Cmd on a page of its own. */
export function EntityLink({
	entity,
	className = plainLook,
	onOpened,
	children,
	bare = false,
	...row
}: EntityLinkProps) {
	const go = useGo();

	function open(event: MouseEvent<HTMLAnchorElement>) {
		// The browser opens the address in a tab of its own, which shows the whole page.
		if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
		event.preventDefault();
		go.beside(entity.ref);
		onOpened?.();
	}

	const link = (
		<a
			href={`/entities/${encodeURIComponent(entity.ref)}`}
			onClick={open}
			className={className}
			{...(row["data-row"] && { "data-row": true })}
		>
			{!bare && <KindIcon kind={entity.kind} size={14} named />}
			{children ?? <span className="min-w-0 flex-1 truncate">{entity.title}</span>}
		</a>
	);
	return bare ? link : <EntityCard reference={entity.ref}>{link}</EntityCard>;
}
