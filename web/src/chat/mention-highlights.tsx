import type { CSSProperties, RefObject } from "react";
import { type Mention, writeMention } from "../conversation/draft.ts";
import { useKinds } from "../entities/use-kinds.ts";

interface MentionHighlightsProps {
	readonly text: string;
	readonly mentions: readonly Mention[];
	readonly layer: RefObject<HTMLDivElement | null>;
	readonly className: string;
}

/** Pills behind the names in the question. The words stay plain text, so that they are edited like any others. */
export function MentionHighlights({ text, mentions, layer, className }: MentionHighlightsProps) {
	const describe = useKinds();
	return (
		<div
			ref={layer}
			aria-hidden="true"
			className={`${className} pointer-events-none absolute inset-0 overflow-hidden whitespace-pre-wrap text-transparent wrap-break-word`}
		>
			{splitNames(text, mentions).map(({ start, words, mention }) =>
				mention === undefined ? (
					words
				) : (
					<mark
						key={start}
						style={{ "--hue": describe(mention.kind).hue } as CSSProperties}
						className="hued rounded-sm bg-hue-wash text-transparent shadow-[0_0_0_2px_var(--hue-wash)]"
					>
						{words}
					</mark>
				),
			)}
		</div>
	);
}

/** The pieces of a text, in turn without a name and a name; of two names at one place the first mention's counts. */
function splitNames(text: string, mentions: readonly Mention[]) {
	const byName = new Map(mentions.toReversed().map((mention) => [writeMention(mention), mention]));
	const names = mentions.map((mention) => writeMention(mention).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	let start = 0;
	return (names.length === 0 ? [text] : text.split(new RegExp(`(${names.join("|")})`))).map((words) => {
		const piece = { start, words, mention: byName.get(words) };
		start += words.length;
		return piece;
	});
}
