import { useCanGoBack, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { useChatBeside } from "../chat/use-chat-beside.tsx";
import { AbsentEntity, isAbsent } from "../entities/absent-entity.tsx";
import { EntityActions } from "../entities/entity-actions.tsx";
import { EntityAttachments } from "../entities/entity-attachments.tsx";
import { EntityBody } from "../entities/entity-body.tsx";
import { EntityFields } from "../entities/entity-fields.tsx";
import { EntityHead } from "../entities/entity-head.tsx";
import { EntityHistory } from "../entities/entity-history.tsx";
import { EntityLines } from "../entities/entity-link.tsx";
import { EntityRights } from "../entities/entity-rights.tsx";
import { LinkedPanel } from "../entities/linked-panel.tsx";
import { UnlinkedMentions } from "../entities/unlinked-mentions.tsx";
import { useEntities, useEntity } from "../entities/use-entities.ts";
import { useKindList } from "../entities/use-kinds.ts";
import { Columns, PageHeader } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";
import { usePageTitle } from "../route/use-page-title.ts";

/** An entity with a page of its own. */
export function EntityPage() {
	const { ref } = useParams({ from: "/entities/$ref" });
	const leave = useLeave();
	const entity = useEntity(ref);
	// Thrown away meanwhile, it is kept by the cache; the page must not go on showing it.
	const shown = isAbsent(entity.error) ? undefined : entity.data;
	const chat = useChatBeside(shown);
	usePageTitle(shown?.title);
	return (
		<Columns side={chat.side}>
			<PageHeader>
				<span className="flex-1" />
				{shown !== undefined && (
					<EntityActions entity={shown} onRemoved={() => leave(shown)} chat={chat.control} />
				)}
			</PageHeader>
			<div className="@container min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto max-w-6xl px-8 pb-16 max-md:px-4">
					{entity.isPending && <div className="skeleton h-64" />}
					{entity.isError && (
						<AbsentEntity reference={ref} error={entity.error} onRetry={() => void entity.refetch()} />
					)}
					{shown !== undefined && (
						<div className="grid gap-x-12 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_19rem]">
							<article aria-label={shown.title} className="flex min-w-0 flex-col gap-6">
								<EntityHead entity={shown} large />
								<EntityBody entity={shown} />
								<KindRows entity={shown} />
							</article>
							<div className="flex min-w-0 flex-col gap-6 @4xl:border-l @4xl:border-line @4xl:pl-6">
								<EntityFields entity={shown} />
								<LinkedPanel entity={shown} />
								<EntityAttachments entity={shown} />
								<UnlinkedMentions key={shown.id} entity={shown} />
								<EntityRights entity={shown} />
								<EntityHistory entity={shown} />
							</div>
						</div>
					)}
				</div>
			</div>
		</Columns>
	);
}

/** Leaves the page of an entity that is in the trash now: back where the app was open before, and never out of it. */
function useLeave() {
	const { history } = useRouter();
	const canGoBack = useCanGoBack();
	const navigate = useNavigate();
	const go = useGo();
	return ({ id, project_id: project }: Entity) => {
		if (canGoBack) history.back();
		else if (project === null || project === id) go.ask();
		else void navigate({ to: "/projects/$ref/overview", params: { ref: project }, search: {} });
	};
}

/** The rows of a database: the entities of the kind that one of its fields names. */
function KindRows({ entity }: { readonly entity: Entity }) {
	const kinds = useKindList().data ?? [];
	const named = entity.props.row_kind;
	const kind = kinds.find((candidate) => candidate.kind === named);
	const rows = useEntities({ kind: kind?.kind ?? "", limit: 200 }, { enabled: kind !== undefined });
	if (kind === undefined || rows.data === undefined) return null;
	return (
		<section aria-label={kind.plural} className="flex flex-col gap-1">
			<h2 className="text-13 font-semibold">
				{kind.plural} <span className="font-normal text-ink-faint tabular-nums">{rows.data.total}</span>
			</h2>
			<EntityLines entities={rows.data.entities} />
		</section>
	);
}
