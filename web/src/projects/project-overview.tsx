import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { countOf, formatNumber } from "../design/format.tsx";
import { EmptyState, LoadState } from "../design/notice.tsx";
import { EntityFields } from "../entities/entity-fields.tsx";
import { EntityHistory } from "../entities/entity-history.tsx";
import { RowLink } from "../entities/entity-link.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { DueMark, StateMark } from "../entities/marks.tsx";
import { useProjectRows } from "../entities/use-entities.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { addDays, readToday } from "./calendar-days.ts";
import { ProjectCoverage } from "./project-coverage.tsx";
import { ProjectPeople } from "./project-people.tsx";
import { useProject } from "./use-project.ts";

/** The overview reads so many, those changed last; the table has all. */
const mostRead = 1000;
const shownOfSlice = 6;
const comingDays = 14;

/**
 * Shows the status of a project: its next step, the entities that need attention, its contents and how well they are
 * linked.
 */
export function ProjectOverview() {
	const project = useProject().data;
	const rows = useProjectRows({ projectId: project?.id, most: mostRead });
	const kinds = useKinds();
	if (project === undefined) return null;
	const slices = cutSlices(rows.data ?? [], kinds);
	const { next_step_short: short, next_step_long: long } = project.props;
	return (
		<div className="@container min-h-0 flex-1 overflow-y-auto px-6 pb-16 max-md:px-4">
			<div className="grid max-w-6xl gap-x-12 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_19rem]">
				<div className="flex min-w-0 flex-col gap-8">
					{project.description !== "" && (
						<p className="max-w-[72ch] text-14 text-ink-soft">{project.description}</p>
					)}
					{typeof short === "string" && (
						<section aria-label="Next step" className="rounded-md border border-line bg-surface px-4 py-3">
							<h2 className="text-12 font-medium text-ink-faint">Next step</h2>
							<p className="font-medium">{short}</p>
							{typeof long === "string" && <p className="max-w-[72ch] text-13 text-ink-soft">{long}</p>}
						</section>
					)}
					<LoadState query={rows} what="The project" height="h-64" />
					{rows.data?.length === 0 && (
						<EmptyState>
							Nothing is in this project yet. Make the first thing with New, or import into it from Settings,
							Import.
						</EmptyState>
					)}
					{slices.map(({ name, found, sort }) => (
						<section key={name} aria-label={name}>
							<h2 className="flex items-baseline gap-2 pb-1 text-13 font-semibold">
								{name} <span className="font-normal text-ink-faint tabular-nums">{found.length}</span>
							</h2>
							<EntityList entities={found.slice(0, shownOfSlice)} />
							{found.length > shownOfSlice && (
								<Link
									from="/projects/$ref"
									to="/projects/$ref/table"
									search={{ kind: found[0]?.kind ?? "", sort }}
									className="text-12 text-accent-ink hover:underline"
								>
									+{found.length - shownOfSlice} more
								</Link>
							)}
						</section>
					))}
					<ProjectCoverage project={project} />
				</div>
				<div className="flex min-w-0 flex-col gap-6 @4xl:border-l @4xl:border-line @4xl:pl-6">
					<KindProgress rows={rows.data ?? []} />
					{(rows.data?.length ?? 0) >= mostRead && (
						<p className="text-12 text-ink-faint">
							Counted over the {countOf(mostRead, "entity", "entities")} changed last.
						</p>
					)}
					<EntityFields entity={project} />
					<ProjectPeople projectId={project.id} />
					<EntityHistory entity={project} />
				</div>
			</div>
		</div>
	);
}

/** Sorts the entities into the lists a person wants to see first; no entity is in two lists. */
function cutSlices(rows: readonly Entity[], kinds: (kind: string) => Kind) {
	const today = readToday();
	const soon = addDays(today, comingDays);
	const taken = new Set<string>();
	const stateOf = ({ kind, state_key }: Entity) => kinds(kind).states.find(({ key }) => key === state_key);
	const take = (name: string, sort: string, fits: (entity: Entity) => boolean) => {
		const found = rows.filter((entity) => !taken.has(entity.id) && fits(entity)).sort(byDue);
		for (const { id } of found) taken.add(id);
		return { name, found, sort };
	};
	return [
		take("Blocked", "state", (entity) => stateOf(entity)?.blocked === true),
		take("Overdue", "due", ({ is_overdue: overdue }) => overdue),
		take("Under way", "state", (entity) => stateOf(entity)?.active === true),
		take(
			"Coming up",
			"due",
			({ due_day: due, is_done: done }) => due !== null && due >= today && due <= soon && !done,
		),
	].filter(({ found }) => found.length > 0);
}

const byDue = (a: Entity, b: Entity): number => (a.due_day ?? "9999").localeCompare(b.due_day ?? "9999");

/** Counts the entities of a project, by kind, and how many of them are done. */
function KindProgress({ rows }: { readonly rows: readonly Entity[] }) {
	const kinds = useKinds();
	const counted = [...new Set(rows.map(({ kind }) => kind))]
		.map((name) => [name, rows.filter(({ kind }) => kind === name)] as const)
		.sort(([, a], [, b]) => b.length - a.length);
	if (counted.length === 0) return null;
	return (
		<section aria-label="What is in it" className="flex flex-col gap-2">
			<h2 className="text-13 font-semibold">What is in it</h2>
			<ul className="flex flex-col gap-1.5">
				{counted.map(([name, found]) => {
					const kind = kinds(name);
					const finishes = kind.states.some(({ terminal }) => terminal);
					const done = found.filter(({ is_done }) => is_done).length;
					return (
						<li key={name} className="hued text-13" style={{ "--hue": kind.hue } as CSSProperties}>
							<Link
								from="/projects/$ref"
								to="/projects/$ref/table"
								search={{ kind: name }}
								className="flex items-center gap-2 hover:underline"
							>
								<KindIcon kind={name} size={14} />
								<span className="min-w-0 flex-1 truncate first-letter:uppercase">{kind.plural}</span>
								<span className="text-12 text-ink-faint tabular-nums">
									{finishes
										? `${formatNumber(done)} of ${formatNumber(found.length)} done`
										: formatNumber(found.length)}
								</span>
							</Link>
							{finishes && (
								<div aria-hidden="true" className="mt-1 h-1 overflow-hidden rounded-sm bg-hover">
									<div className="h-full bg-hue-fill" style={{ width: `${(100 * done) / found.length}%` }} />
								</div>
							)}
						</li>
					);
				})}
			</ul>
		</section>
	);
}

/** Entities one below the other, with their states. */
function EntityList({ entities }: { readonly entities: readonly Entity[] }) {
	return (
		<ul>
			{entities.map((entity) => (
				<li key={entity.id} className="flex h-8 min-w-0 items-center gap-3 text-13 max-md:h-10">
					<RowLink entity={entity} />
					<DueMark entity={entity} />
					{entity.state_key !== null && (
						<span className="flex max-sm:hidden">
							<StateMark kind={entity.kind} state={entity.state_key} />
						</span>
					)}
				</li>
			))}
		</ul>
	);
}
