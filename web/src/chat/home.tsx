import { Link } from "@tanstack/react-router";
import { CornerDownRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { RelativeDate } from "../design/format.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { KindIcon } from "../entities/kind-icon.tsx";
import { StateMark } from "../entities/marks.tsx";
import { useEntities } from "../entities/use-entities.ts";

interface HomeProps {
	readonly composer: ReactNode;
	readonly examples: readonly string[];
	readonly onAsk: (question: string) => void;
	readonly onOpen: (entity: Entity) => void;
}

const recentShown = 6;

export function Home({ composer, examples, onAsk, onOpen }: HomeProps) {
	const recent = useEntities({ limit: recentShown });
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			<div className="mx-auto flex max-w-2xl flex-col gap-8 px-6 pt-[14vh] pb-12 max-md:px-4 max-md:pt-[7vh]">
				<div className="flex flex-col gap-5">
					<h1 className="text-center text-28 font-semibold tracking-tight text-balance">
						Ask or find anything
					</h1>
					{composer}
				</div>
				<section aria-label="Example questions">
					<ul className="grid gap-x-4 sm:grid-cols-2">
						{examples.map((question) => (
							<li key={question}>
								<button
									type="button"
									onClick={() => onAsk(question)}
									className="group flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-13 text-ink-soft hover:bg-hover hover:text-ink"
								>
									<CornerDownRight
										aria-hidden
										size={14}
										className="shrink-0 text-ink-faint group-hover:text-accent-ink"
									/>
									{question}
								</button>
							</li>
						))}
					</ul>
				</section>
				<section aria-labelledby="recent-work">
					<h2 id="recent-work" className="px-2 pb-1 text-12 font-medium text-ink-faint">
						Recent work
					</h2>
					{recent.data?.entities.length === 0 && (
						<p className="px-2 py-2 text-13 text-ink-faint">
							Nothing here yet.{" "}
							<Link to="/settings/import" search={{}} className="text-accent-ink underline">
								Bring your own notes
							</Link>
							, or make the first thing with {nameShortcut("k")}.
						</p>
					)}
					{recent.isPending && <div className="skeleton mx-2 h-40" />}
					<ul>
						{recent.data?.entities.map((entity) => (
							<li key={entity.id}>
								<EntityRow entity={entity} onOpen={() => onOpen(entity)} />
							</li>
						))}
					</ul>
				</section>
			</div>
		</div>
	);
}

/** An entity with its state and date; a press opens it. */
function EntityRow({ entity, onOpen }: { readonly entity: Entity; readonly onOpen: () => void }) {
	return (
		<button
			type="button"
			data-row
			onClick={onOpen}
			className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover h-9 text-14"
		>
			<KindIcon kind={entity.kind} named />
			<span className="min-w-0 flex-1 truncate">{entity.title}</span>
			{entity.state_key !== null && (
				<span className="flex max-sm:hidden">
					<StateMark kind={entity.kind} state={entity.state_key} />
				</span>
			)}
			<span className="w-16 shrink-0 text-right text-12 text-ink-faint">
				<RelativeDate iso={entity.updated_at} />
			</span>
		</button>
	);
}
