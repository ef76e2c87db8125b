import { useParams, useRouter } from "@tanstack/react-router";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { useChatBeside } from "../chat/use-chat-beside.tsx";
import { AbsentEntity } from "../entities/absent-entity.tsx";
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
import { usePageTitle } from "../route/use-page-title.ts";

/** An entity with a page of its own. */
export function EntityPage() {
	const { ref } = useParams({ from: "/entities/$ref" });
	const { history } = useRouter();
	const entity = useEntity(ref);
	const chat = useChatBeside(entity.data);
	usePageTitle(entity.data?.title);
	return (
		<Columns side={chat.side}>
			<PageHeader>
				<span className="flex-1" />
				{entity.data !== undefined && (
					<EntityActions entity={entity.data} onRemoved={() => history.back()} chat={chat.control} />
				)}
			</PageHeader>
			<div className="@container min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto max-w-6xl px-8 pb-16 max-md:px-4">
					{entity.isPending && <div className="skeleton h-64" />}
					{entity.isError && <AbsentEntity error={entity.error} onRetry={() => void entity.refetch()} />}
					{entity.data !== undefined && (
						<div className="grid gap-x-12 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_19rem]">
							<article aria-label={entity.data.title} className="flex min-w-0 flex-col gap-6">
								<EntityHead entity={entity.data} large />
								<EntityBody entity={entity.data} />
								<KindRows entity={entity.data} />
							</article>
							<div className="flex min-w-0 flex-col gap-6 @4xl:border-l @4xl:border-line @4xl:pl-6">
								<EntityFields entity={entity.data} />
								<LinkedPanel entity={entity.data} />
								<EntityAttachments entity={entity.data} />
								<UnlinkedMentions key={entity.data.id} entity={entity.data} />
								<EntityRights entity={entity.data} />
								<EntityHistory entity={entity.data} />
							</div>
						</div>
					)}
				</div>
			</div>
		</Columns>
	);
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
