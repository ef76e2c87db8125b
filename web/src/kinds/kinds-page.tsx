import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Kind } from "../api/api.ts";
import { TextButton } from "../design/buttons.tsx";
import { countOf } from "../design/format.tsx";
import { LoadState } from "../design/notice.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useKindList } from "../entities/use-kinds.ts";
import { ScrollPage } from "../page/scroll-page.tsx";
import { NewKindDialog } from "./new-kind-dialog.tsx";

/** The types of the workspace: your own, and the built-in ones. */
export function KindsPage() {
	const kinds = useKindList();
	const [defining, setDefining] = useState(false);
	const own = kinds.data?.filter((kind) => !kind.built_in) ?? [];
	const shipped = kinds.data?.filter((kind) => kind.built_in) ?? [];
	return (
		<ScrollPage
			title="Types"
			className="gap-8"
			actions={
				<TextButton onClick={() => setDefining(true)}>
					<Plus aria-hidden size={14} /> New type
				</TextButton>
			}
		>
			{defining && <NewKindDialog onClose={() => setDefining(false)} />}
			<header>
				<h1 className="text-28 font-semibold tracking-tight">Types</h1>
				<p className="text-14 text-ink-soft">
					A type says which fields its entities have and how they are shown. Make your own for what your team
					keeps: customers, experiments, suppliers.
				</p>
			</header>
			<LoadState query={kinds} what="The types" height="h-64" />
			<KindSection title="Yours" kinds={own} empty="You have made no type yet. New type begins one." />
			<KindSection title="Built in" kinds={shipped} empty="" />
		</ScrollPage>
	);
}

interface KindSectionProps {
	readonly title: string;
	readonly kinds: readonly Kind[];
	readonly empty: string;
}

function KindSection({ title, kinds, empty }: KindSectionProps) {
	return (
		<section aria-label={title} className="flex flex-col gap-1">
			<h2 className="text-13 font-semibold">{title}</h2>
			{kinds.length === 0 && <p className="text-13 text-ink-faint">{empty}</p>}
			<ul className="grid gap-x-6 sm:grid-cols-2">
				{kinds.map((kind) => (
					<li key={kind.kind} className="border-b border-line">
						<Link
							to="/kinds/$kind"
							params={{ kind: kind.kind }}
							search={{}}
							className="flex h-10 items-center gap-2 text-13 hover:bg-hover"
						>
							<KindIcon kind={kind.kind} />
							<span className="min-w-0 flex-1 truncate">{kind.label}</span>
							<span className="text-12 text-ink-faint">{countOf(kind.fields.length, "field")}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
