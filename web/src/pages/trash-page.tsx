import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { TrashedEntity } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { LinkButton, TextButton } from "../design/buttons.tsx";
import { SearchField } from "../design/fields.tsx";
import { formatNumber, RelativeDate } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { useDebounced } from "../design/use-debounced.ts";
import { describeReturn } from "../entities/describe-return.ts";
import { useEdits } from "../entities/edits.tsx";
import { KindAndProject } from "../entities/kind-and-project.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useKinds } from "../entities/use-kinds.ts";
import { ScrollPage } from "../page/page.tsx";

const settleAfter = 150;

/** What was thrown away and can be taken out again, last first; the filters are in the address. */
export function TrashPage() {
	const { q = "", kind = "", project = "" } = useSearch({ strict: false });
	const navigate = useNavigate();
	const [words, setWords] = useState(q);
	const settled = useDebounced(words.trim(), settleAfter);
	const narrow = (part: { readonly q?: string; readonly kind?: string; readonly project?: string }) =>
		void navigate({ to: "/trash", search: (search) => ({ ...search, ...part }), replace: true });
	// biome-ignore lint/correctness/useExhaustiveDependencies: follows the words alone
	useEffect(() => {
		if (settled !== q) narrow({ q: settled });
	}, [settled]);

	const filter = { q, kind, projectId: project };
	const trash = useInfiniteQuery({
		queryKey: ["trash", filter],
		queryFn: ({ pageParam, signal }) =>
			skein.trash.list({ ...filter, cursor: pageParam ?? undefined }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor: next }) => next,
	});
	const entities = trash.data?.pages.flatMap((page) => page.entities) ?? [];
	const total = trash.data?.pages[0]?.total ?? 0;
	const filtered = q !== "" || kind !== "" || project !== "";
	return (
		<ScrollPage title="Trash" className="gap-5 max-md:pt-4">
			<header>
				<h1 className="flex items-baseline gap-3 text-28 font-semibold tracking-tight">
					Trash
					{trash.isSuccess && total > 0 && (
						<span className="text-13 font-normal text-ink-faint tabular-nums">{formatNumber(total)}</span>
					)}
				</h1>
				<p className="text-14 text-ink-soft">
					What you may take out again. Nothing is removed from here by itself.
				</p>
			</header>
			<search className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2 max-md:grid-cols-2 max-md:[&>:first-child]:col-span-2">
				<SearchField label="Find in the trash" value={words} onChange={setWords} />
				<KindAndProject kind={kind} project={project} onNarrow={narrow} />
			</search>
			<LoadState query={trash} what="The trash" height="h-64" />
			{trash.isSuccess && entities.length === 0 && (
				<EmptyState>
					{filtered
						? "Nothing in the trash fits."
						: "The trash is empty. What is deleted comes here with its relations, until it is taken out again."}
				</EmptyState>
			)}
			{entities.length > 0 && (
				<ul aria-label="In the trash" className="flex flex-col divide-y divide-line">
					{entities.map((entity) => (
						<TrashRow key={entity.id} entity={entity} />
					))}
				</ul>
			)}
			{trash.hasNextPage && (
				<LinkButton className="self-start" onClick={() => void trash.fetchNextPage()}>
					Thrown away earlier
				</LinkButton>
			)}
		</ScrollPage>
	);
}

function TrashRow({ entity }: { readonly entity: TrashedEntity }) {
	const edits = useEdits();
	const [busy, setBusy] = useState(false);
	const { label } = useKinds()(entity.kind);
	const { id, title, project_id: projectId, project_title: project, deleted_at: at, deleted_by: by } = entity;
	const back = describeReturn(entity);

	async function restore() {
		setBusy(true);
		await edits.restore(entity);
		setBusy(false);
	}

	return (
		<li className="flex items-start gap-3 py-2.5">
			<span className="pt-0.5">
				<KindIcon kind={entity.kind} named />
			</span>
			<div className="min-w-0 flex-1">
				<p className="text-14 font-medium wrap-anywhere">{title}</p>
				<p className="flex flex-wrap gap-x-3 text-12 text-ink-faint">
					<span>{project !== null && projectId !== id ? `${label} in ${project}` : label}</span>
					<span>
						deleted <RelativeDate iso={at} />
						{by !== null && ` by ${by.name}`}
					</span>
					{back !== null && <span>{back}</span>}
				</p>
			</div>
			<TextButton
				className="shrink-0 max-md:h-9"
				aria-label={`Restore ${title}`}
				disabled={busy}
				onClick={() => void restore()}
			>
				<Undo2 aria-hidden size={14} /> Restore
			</TextButton>
		</li>
	);
}
