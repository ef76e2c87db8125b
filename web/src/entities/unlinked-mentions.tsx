import { useId, useState } from "react";
import { keyOfMention } from "../../../src/client/context-calls.ts";
import type { Entity, UnlinkedMention } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { TextButton } from "../design/buttons.tsx";
import { countOf } from "../design/format.tsx";
import { useEdits } from "./edits.tsx";
import { EntityLink } from "./entity-link.tsx";

/**
 * Places that name this entity without a link, and names in its own text that link to nothing: each can become a link.
 */
export function UnlinkedMentions({ entity }: { readonly entity: Entity }) {
	const [open, setOpen] = useState(false);
	const body = useId();
	const { data } = useRead(["mentions", entity.id], (options) => skein.entities.mentions(entity.id, options));
	const incoming = firstOfEach(data?.incoming ?? [], ({ source }) => source);
	const outgoing = firstOfEach(data?.outgoing ?? [], ({ target }) => target);
	const count = incoming.length + outgoing.length;
	if (count === 0) return null;
	return (
		<section aria-label="Unlinked mentions" className="flex flex-col gap-2 text-13">
			<TextButton
				className="self-start"
				aria-expanded={open}
				aria-controls={body}
				onClick={() => setOpen(!open)}
			>
				{countOf(count, "unlinked mention")}
			</TextButton>
			<div id={body} hidden={!open} className="flex flex-col gap-3">
				<MentionGroup title="Named without a link in" mentions={incoming} otherOf={({ source }) => source} />
				<MentionGroup title="Its own text names" mentions={outgoing} otherOf={({ target }) => target} />
			</div>
		</section>
	);
}

interface MentionGroupProps {
	readonly title: string;
	readonly mentions: readonly UnlinkedMention[];
	readonly otherOf: (mention: UnlinkedMention) => UnlinkedMention["target"];
}

function MentionGroup({ title, mentions, otherOf }: MentionGroupProps) {
	const edits = useEdits();
	if (mentions.length === 0) return null;
	return (
		<section aria-label={title}>
			<h3 className="pb-0.5 text-12 text-ink-faint">{title}</h3>
			<ul className="flex flex-col gap-2">
				{mentions.map((mention) => {
					const other = otherOf(mention);
					return (
						<li key={other.id} className="flex min-w-0 items-start gap-2">
							<div className="min-w-0 flex-1">
								<EntityLink entity={other} />
								<Excerpt mention={mention} />
							</div>
							<TextButton
								aria-label={`Link ${other.title}`}
								onClick={() =>
									void edits.act(
										() => skein.suggestions.accept(keyOfMention(mention)),
										`“${mention.text}” is now a link.`,
									)
								}
							>
								Link
							</TextButton>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

/** The line that names the entity, with the name highlighted. */
function Excerpt({ mention: { excerpt, text } }: { readonly mention: UnlinkedMention }) {
	const at = excerpt.indexOf(text);
	if (at < 0) return <p className="line-clamp-2 text-12 text-ink-faint">{excerpt}</p>;
	return (
		<p className="line-clamp-2 text-12 text-ink-faint">
			{excerpt.slice(0, at)}
			<strong className="font-medium text-ink-soft">{text}</strong>
			{excerpt.slice(at + text.length)}
		</p>
	);
}

/** Accepting a mention links its first place; the other places are then no longer needed. */
function firstOfEach(
	mentions: readonly UnlinkedMention[],
	otherOf: (mention: UnlinkedMention) => UnlinkedMention["target"],
): readonly UnlinkedMention[] {
	const seen = new Set<string>();
	return mentions.filter((mention) => {
		const { id } = otherOf(mention);
		return !seen.has(id) && seen.add(id);
	});
}
