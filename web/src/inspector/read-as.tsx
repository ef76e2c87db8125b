import { Link } from "@tanstack/react-router";
import { CornerDownRight, Filter, FolderClosed, Tag } from "lucide-react";
import type { ContextPayload } from "../../../src/client/context-calls.ts";
import { CopyButton, TextButton } from "../design/buttons.tsx";
import { PlainChip } from "../design/plain-chip.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { SaveQuery } from "../search/save-query.tsx";
import type { ContextWishes } from "./context-wishes.ts";

type Plan = ContextPayload["metadata"]["plan"];

interface ReadAsProps {
	readonly payload: ContextPayload;
	readonly wishes: ContextWishes;
}

/**
 * How the question was read. A person can drop each part, choose another entity for a name, and save a set as a query.
 */
export function ReadAs({ payload, wishes }: ReadAsProps) {
	// Contexts that were kept before questions were read have no plan.
	const plan = payload.metadata.plan as Plan | undefined;
	if (plan === undefined) return null;
	const isMore = plan.rules.length > 0 || plan.relation !== undefined || plan.subject !== undefined;
	return (
		<section aria-label="How the question was read" className="flex flex-col gap-2 px-4 pb-3 text-13">
			<p className="text-ink-soft">
				<span className="text-ink-faint">Read as: </span>
				{plan.readAs}
			</p>
			{isMore && <Parts plan={plan} wishes={wishes} />}
			{plan.query !== undefined && <AsQuery wql={plan.query} name={plan.readAs} />}
			{plan.noQuery !== undefined && (
				<p className="text-12 text-ink-faint">It cannot be saved as a query: {plan.noQuery}.</p>
			)}
		</section>
	);
}

function Parts({ plan, wishes }: { readonly plan: Plan; readonly wishes: ContextWishes }) {
	const { relation, rules, marks = [], projectId, alternatives = [] } = plan;
	const named = rules.filter((rule) => rule !== "marked" && rule !== "all");
	const parts = [
		["relation", CornerDownRight, relation ?? ""],
		["rules", Filter, named.join(" or ")],
		["state", Tag, marks.join(", ")],
	] as const;
	return (
		<div className="flex flex-wrap items-center gap-1.5">
			{parts
				.filter(([, , label]) => label !== "")
				.map(([part, icon, label]) => (
					<PlainChip
						key={part}
						icon={icon}
						label={label}
						removal={`Read it without “${label}”`}
						onRemove={() => wishes.onCorrect({ without: [part] })}
					/>
				))}
			{projectId !== undefined && (
				<PlainChip
					icon={FolderClosed}
					label="only this project"
					removal="Look in all projects"
					onRemove={() => wishes.onCorrect({ without: ["project"] })}
				/>
			)}
			{alternatives.map(({ id, kind, title }) => (
				<TextButton
					key={id}
					className="max-w-full"
					title={`Read it as about ${title}`}
					onClick={() => wishes.onCorrect({ subject: id })}
				>
					<KindIcon kind={kind} named />
					<span className="truncate">or “{title}”</span>
				</TextButton>
			))}
			<TextButton onClick={() => wishes.onWordsOnly()}>Search its words instead</TextButton>
		</div>
	);
}

/** The set that the question names, in the query language. */
function AsQuery({ wql, name }: { readonly wql: string; readonly name: string }) {
	return (
		<details className="group">
			<summary className="cursor-default text-12 text-ink-faint hover:text-ink">As a query</summary>
			<div className="mt-1.5 flex flex-col gap-2">
				<code className="rounded-md border border-line bg-sunken px-2 py-1.5 font-mono text-12 break-words whitespace-pre-wrap text-ink-soft">
					{wql}
				</code>
				<div className="flex flex-wrap gap-1.5">
					<Link
						to="/search"
						search={{ q: wql }}
						className="inline-flex h-7 items-center rounded-md border border-line bg-surface px-2.5 text-13 font-medium text-ink-soft hover:bg-hover hover:text-ink"
					>
						Open as a query
					</Link>
					<CopyButton text={wql} label="Copy" />
					<SaveQuery wql={wql} name={name} />
				</div>
			</div>
		</details>
	);
}
