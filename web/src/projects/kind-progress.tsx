import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import type { Entity } from "../api/api.ts";
import { formatNumber } from "../design/format-number.ts";
import { groupByKind } from "../entities/group-by-kind.ts";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useKinds } from "../entities/use-kinds.ts";

/** What is in a project, by kind, and how much of it is done. */
export function KindProgress({ rows }: { readonly rows: readonly Entity[] }) {
	const kinds = useKinds();
	const byKind = groupByKind(rows);
	const counted = [...byKind].sort(([, a], [, b]) => b.length - a.length);
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
