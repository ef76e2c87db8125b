import { Link } from "@tanstack/react-router";
import type { Status } from "../api/workspace-calls.ts";
import { countOf } from "../design/format.tsx";

/**
 * Lists entities that exist and that no search finds. Everything else works, so that without this list nobody would
 * notice.
 */
export function SetAside({ entities }: { readonly entities: Status["set_aside"] }) {
	return (
		<div role="status" className="text-13">
			<p>
				{countOf(entities.length, "entity", "entities")} could not be read, and no search finds what is in
				them. An owner can run <code>skein repair</code>.
			</p>
			<ul>
				{entities.map(({ id, ref, title }) => (
					<li key={id}>
						<Link to="/entities/$ref" params={{ ref }}>
							{title}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
}
