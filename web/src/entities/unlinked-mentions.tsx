import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { searchWorkspace } from "../api/workspace-calls.ts";
import type { Entity } from "../api.ts";
import { TextButton } from "../design/text-button.tsx";
import { useEdits } from "./edits.tsx";
import { EntityLink } from "./entity-link.tsx";
import { useLinked } from "./use-linked.ts";

const limit = 20;

/** Texts that name this entity and are not linked to it; looked for when somebody asks. */
export function UnlinkedMentions({ entity }: { readonly entity: Entity }) {
	const edits = useEdits();
	const [asked, setAsked] = useState(false);
	const linked = useLinked(entity.id).data?.entities ?? [];
	const found = useQuery({
		queryKey: ["query", "mentions", entity.id, entity.title],
		queryFn: ({ signal }) =>
			searchWorkspace({ query: `"${entity.title.replaceAll('"', " ")}"`, limit }, { signal }),
		enabled: asked,
	});
	if (!asked) {
		return (
			<TextButton className="self-start" onClick={() => setAsked(true)}>
				Find unlinked mentions
			</TextButton>
		);
	}
	if (found.isPending) return <div className="skeleton h-16" />;
	const known = new Set([entity.id, ...linked.map(({ id }) => id)]);
	const mentions = (found.data?.results ?? []).filter(
		({ id, title, snippet }) =>
			!known.has(id) && `${title} ${snippet}`.toLowerCase().includes(entity.title.toLowerCase()),
	);
	return (
		<section aria-label="Unlinked mentions" className="flex flex-col gap-1 text-13">
			<h3 className="text-12 text-ink-faint">Named without a link</h3>
			{mentions.length === 0 && <p className="text-ink-faint">No text names it without a link.</p>}
			<ul>
				{mentions.map((hit) => (
					<li key={hit.id} className="flex min-h-8 min-w-0 items-center gap-2">
						<span className="flex min-w-0 flex-1">
							<EntityLink entity={{ ref: hit.ref, kind: hit.type, title: hit.title }} />
						</span>
						<TextButton
							className="h-6 text-12"
							aria-label={`Link ${hit.title}`}
							onClick={() =>
								void edits.link(
									{ src_id: hit.id, rel: "relates_to", dst_id: entity.id },
									`Linked to “${hit.title}”.`,
								)
							}
						>
							Link
						</TextButton>
					</li>
				))}
			</ul>
		</section>
	);
}
