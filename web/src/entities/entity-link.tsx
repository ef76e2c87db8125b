import { PreviewCard } from "@base-ui/react/preview-card";
import { type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import { RelativeDate } from "../design/relative-date.tsx";
import { useGo } from "../route/use-go.ts";
import { KindIcon } from "./kind-icon.tsx";
import { StateMark } from "./state-mark.tsx";
import { useEntity } from "./use-entity.ts";
import { useKinds } from "./use-kinds.ts";

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

/** The only link to an entity: a click opens it in the side panel, with Ctrl or Cmd on a page of its own. */
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

interface EntityCardProps {
	readonly reference: string;
	readonly children: ReactElement<Record<string, unknown>>;
}

const excerptLength = 220;

/** The hover card of an entity: its kind and state, read only once somebody points at it. */
function EntityCard({ reference, children }: EntityCardProps) {
	const [open, setOpen] = useState(false);
	return (
		<PreviewCard.Root open={open} onOpenChange={setOpen}>
			<PreviewCard.Trigger delay={450} closeDelay={80} render={children} />
			<PreviewCard.Portal>
				<PreviewCard.Positioner sideOffset={6} align="start" className="z-50">
					<PreviewCard.Popup className="w-72 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface p-3 text-13 shadow-lift">
						{open && <CardText reference={reference} />}
					</PreviewCard.Popup>
				</PreviewCard.Positioner>
			</PreviewCard.Portal>
		</PreviewCard.Root>
	);
}

function CardText({ reference }: { readonly reference: string }) {
	const { data: entity, isError } = useEntity(reference);
	const kinds = useKinds();
	if (isError) return <p className="text-ink-faint">This could not be read just now.</p>;
	if (entity === undefined) return <div className="skeleton h-16" />;
	const text = entity.description !== "" ? entity.description : entity.body;
	return (
		<>
			<p className="flex items-center gap-2 font-medium">
				<KindIcon kind={entity.kind} />
				<span className="min-w-0">{entity.title}</span>
			</p>
			<p className="mt-1 flex flex-wrap items-center gap-x-3 text-12 text-ink-faint">
				{kinds(entity.kind).label}
				{entity.state_key !== null && <StateMark kind={entity.kind} state={entity.state_key} />}
				<span>
					changed <RelativeDate iso={entity.updated_at} />
				</span>
			</p>
			{text !== "" && <p className="mt-1.5 line-clamp-4 text-ink-soft">{text.slice(0, excerptLength)}</p>}
		</>
	);
}
