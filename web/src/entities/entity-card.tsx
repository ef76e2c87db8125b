import { PreviewCard } from "@base-ui/react/preview-card";
import { type ReactElement, useState } from "react";
import { RelativeDate } from "../design/relative-date.tsx";
import { KindIcon } from "./kind-icon.tsx";
import { StateMark } from "./state-mark.tsx";
import { useEntity } from "./use-entity.ts";
import { useKinds } from "./use-kinds.ts";

interface EntityCardProps {
	readonly reference: string;
	readonly children: ReactElement<Record<string, unknown>>;
}

const excerptLength = 220;

/** The hover card of an entity: what it is and how it stands, read only once somebody points at it. */
export function EntityCard({ reference, children }: EntityCardProps) {
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
