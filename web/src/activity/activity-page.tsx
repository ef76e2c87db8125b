import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Change } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { LinkButton } from "../design/buttons.tsx";
import { Select } from "../design/fields.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { KindAndProject } from "../entities/kind-and-project.tsx";
import { UndoWholeChange } from "../entities/undo-whole-change.tsx";
import { ScrollPage } from "../page/page.tsx";
import { ChangeLine } from "./change-line.tsx";

/** The changes of the workspace, newest first, as far as the reader may know of them; the filters are in the address. */
export function ActivityPage() {
	const { person = "", kind = "", project = "" } = useSearch({ strict: false });
	const navigate = useNavigate();
	const [whole, setWhole] = useState<Change | null>(null);
	const members = useRead(["members"], skein.members.list);
	const narrow = (part: { readonly person?: string; readonly kind?: string; readonly project?: string }) =>
		void navigate({ to: "/activity", search: (search) => ({ ...search, ...part }), replace: true });

	const filter = { actorId: person, kind, projectId: project };
	const changes = useInfiniteQuery({
		queryKey: ["changes", "all", filter],
		queryFn: ({ pageParam, signal }) =>
			skein.changes.list({ ...filter, form: "short", cursor: pageParam ?? undefined }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor: next }) => next,
	});
	const listed = changes.data?.pages.flatMap((page) => page.changes) ?? [];
	const filtered = person !== "" || kind !== "" || project !== "";
	return (
		<ScrollPage title="Activity" className="gap-5 max-md:pt-4">
			<header>
				<h1 className="text-28 font-semibold tracking-tight">Activity</h1>
				<p className="text-14 text-ink-soft">Who changed what, as far as you may read it.</p>
			</header>
			<search className="grid grid-cols-3 gap-2 max-md:grid-cols-2 max-md:[&>:first-child]:col-span-2">
				<Select
					aria-label="Person"
					none="Everybody"
					value={person}
					options={(members.data ?? []).map(({ id, display_name: name }) => [id, name] as const)}
					onChange={(next) => narrow({ person: next })}
				/>
				<KindAndProject kind={kind} project={project} onNarrow={narrow} />
			</search>
			<LoadState query={changes} what="The activity" height="h-64" />
			{changes.isSuccess && listed.length === 0 && (
				<EmptyState>
					{filtered
						? "No change fits."
						: "Nothing has changed yet. Each change is listed here, with its undo."}
				</EmptyState>
			)}
			{listed.length > 0 && (
				<ol aria-label="Changes" className="flex flex-col divide-y divide-line">
					{listed.map((change) => (
						<ChangeLine key={change.id} change={change} onTakeBack={() => setWhole(change)} />
					))}
				</ol>
			)}
			{changes.hasNextPage && (
				<LinkButton
					className="self-start"
					disabled={changes.isFetchingNextPage}
					onClick={() => void changes.fetchNextPage()}
				>
					Older changes
				</LinkButton>
			)}
			<UndoWholeChange change={whole} onClose={() => setWhole(null)} />
		</ScrollPage>
	);
}
