import { Link } from "@tanstack/react-router";
import { Maximize2, X } from "lucide-react";
import { IconButton } from "../design/buttons.tsx";
import { useGo } from "../route/use-go.ts";
import { AbsentEntity, isAbsent } from "./absent-entity.tsx";
import { EntityActions } from "./entity-actions.tsx";
import { EntityAttachments } from "./entity-attachments.tsx";
import { EntityBody } from "./entity-body.tsx";
import { EntityFields } from "./entity-fields.tsx";
import { EntityHead } from "./entity-head.tsx";
import { EntityHistory } from "./entity-history.tsx";
import { LinkedPanel } from "./linked-panel.tsx";
import { UnlinkedMentions } from "./unlinked-mentions.tsx";
import { useEntity } from "./use-entities.ts";

/** Shows an entity next to the current page. */
export function EntityBeside({ reference }: { readonly reference: string }) {
	const go = useGo();
	const entity = useEntity(reference);
	// Thrown away meanwhile, it is kept by the cache; the page must not go on showing it.
	const shown = isAbsent(entity.error) ? undefined : entity.data;
	return (
		<>
			<header className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
				{shown !== undefined && <EntityActions entity={shown} onRemoved={go.closeBeside} />}
				<span className="flex-1" />
				<Link
					to="/entities/$ref"
					params={{ ref: reference }}
					search={{}}
					aria-label="Open on a page of its own"
					title="Open on a page of its own"
					className="grid size-8 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
				>
					<Maximize2 aria-hidden size={15} strokeWidth={1.75} />
				</Link>
				<IconButton icon={X} label="Close" onClick={go.closeBeside} />
			</header>
			<div className="@container flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 pb-8">
				{entity.isPending && <div className="skeleton h-40" />}
				{entity.isError && (
					<AbsentEntity reference={reference} error={entity.error} onRetry={() => void entity.refetch()} />
				)}
				{shown !== undefined && (
					<>
						<EntityHead entity={shown} large={false} />
						<EntityFields entity={shown} />
						<EntityBody entity={shown} />
						<LinkedPanel entity={shown} />
						<EntityAttachments entity={shown} />
						<UnlinkedMentions entity={shown} />
						<EntityHistory entity={shown} />
					</>
				)}
			</div>
		</>
	);
}
