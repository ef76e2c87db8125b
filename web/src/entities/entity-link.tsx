import type { MouseEvent, ReactNode } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { RelativeDate } from "../design/format.tsx";
import { HoverCard } from "../design/hover-card.tsx";
import { useGo } from "../route/use-go.ts";
import { KindIcon } from "./kind-icon.tsx";
import { StateMark } from "./marks.tsx";
import { useEntity } from "./use-entities.ts";
import { useKinds } from "./use-kinds.ts";

interface EntityLinkProps {
	readonly entity: {
		readonly ref: string;
		readonly kind: string;
		readonly title: string;
		/** Where it was imported from, if another has its title. */
		readonly folder?: string | undefined;
	};
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
			{children ?? (
				<span className="min-w-0 flex-1 truncate">
					{entity.title}
					<FolderName folder={entity.folder} />
				</span>
			)}
		</a>
	);
	if (bare) return link;
	return (
		<HoverCard
			delay={450}
			closeDelay={80}
			align="start"
			render={link}
			popupLook="w-72"
			card={() => <CardText reference={entity.ref} />}
		/>
	);
}

/** Distinguishes things of one title; nothing where the title is enough. */
export const FolderName = ({ folder }: { readonly folder?: string | undefined }) =>
	folder === undefined ? null : <span className="pl-2 text-12 font-normal text-ink-faint">{folder}</span>;

/** A link that takes the room that its row has left. */
export const RowLink = ({ entity }: Pick<EntityLinkProps, "entity">) => (
	<span className="flex min-w-0 flex-1">
		<EntityLink entity={entity} />
	</span>
);

const excerptLength = 220;

/** The kind and the state of an entity, read only once somebody points at it. */
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
				<span className="min-w-0">
					{entity.title}
					<FolderName folder={entity.folder} />
				</span>
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

type Line = Pick<Entity, "id" | "ref" | "kind" | "title" | "state_key" | "folder">;

/** Entities, one per line, with title and state. */
export function EntityLines({ entities }: { readonly entities: readonly Line[] }) {
	return (
		<ul>
			{entities.map((entity) => (
				<li key={entity.id} className="flex h-8 min-w-0 items-center gap-2 border-b border-line text-13">
					<RowLink entity={entity} />
					{entity.state_key !== null && <StateMark kind={entity.kind} state={entity.state_key} />}
				</li>
			))}
		</ul>
	);
}
