import { useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { TextButton } from "../design/buttons.tsx";
import { useAttempt } from "../design/notice.tsx";
import { CreateDialog } from "../entities/create-dialog.tsx";
import { EntityTable } from "../entities/entity-table.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useProjectRows } from "../entities/use-entities.ts";
import { useKindList } from "../entities/use-kinds.ts";
import { Columns, PageHeader } from "../page/page.tsx";
import { usePageTitle } from "../route/use-page-title.ts";
import { KindFields } from "./kind-fields.tsx";

/** A type: its entities as rows, and the fields they have. */
export function KindPage() {
	const { kind: name } = useParams({ from: "/kinds/$kind" });
	const kinds = useKindList();
	const kind = kinds.data?.find((candidate) => candidate.kind === name);
	usePageTitle(kind?.label);
	return (
		<Columns>
			{kind === undefined ? (
				<>
					<PageHeader />
					<p className="px-6 text-13 text-ink-soft">
						{kinds.isPending ? "" : "There is no type by this name. It may have been removed."}
					</p>
				</>
			) : (
				<KindView key={kind.kind} kind={kind} />
			)}
		</Columns>
	);
}

function KindView({ kind }: { readonly kind: Kind }) {
	const navigate = useNavigate();
	const { attempt } = useAttempt();
	const [view, setView] = useState<"rows" | "fields">("rows");
	const [creating, setCreating] = useState(false);
	const rows = useProjectRows({ projectId: undefined, kind: kind.kind });

	async function remove() {
		const done = await attempt(() => skein.kinds.remove(kind.kind), `The type ${kind.label} is gone.`, [
			"kinds",
		]);
		if (done !== null) void navigate({ to: "/kinds", search: {} });
	}

	return (
		<>
			<PageHeader>
				<div className="flex flex-1 gap-1 px-1">
					{(["rows", "fields"] as const).map((choice) => (
						<button
							key={choice}
							type="button"
							aria-pressed={view === choice}
							onClick={() => setView(choice)}
							className="h-8 rounded-md px-2.5 text-13 text-ink-soft first-letter:uppercase hover:bg-hover aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
						>
							{choice}
						</button>
					))}
				</div>
				<TextButton onClick={() => setCreating(true)}>
					<Plus aria-hidden size={14} /> New
				</TextButton>
				{!kind.built_in && <TextButton onClick={() => void remove()}>Remove the type</TextButton>}
			</PageHeader>
			{creating && <CreateDialog kind={kind.kind} onClose={() => setCreating(false)} />}
			<h1 className="flex items-center gap-2 px-6 pb-3 text-20 font-semibold tracking-tight max-md:px-4">
				<KindIcon kind={kind.kind} size={18} />
				<span className="first-letter:uppercase">{kind.plural}</span>
			</h1>
			{view === "rows" ? (
				<EntityTable kind={kind} rows={rows.data ?? []} pending={rows.isFetching} />
			) : (
				<KindFields kind={kind} sample={rows.data?.[0]} />
			)}
		</>
	);
}
