import type { CSSProperties, RefObject } from "react";
import type { Mention } from "../conversation/draft.ts";
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
				mention === null ? (
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

interface Piece {
	readonly start: number;
	readonly words: string;
	readonly mention: Mention | null;
}

function splitNames(text: string, mentions: readonly Mention[]): readonly Piece[] {
	const pieces: Piece[] = [];
	let from = 0;
	while (from < text.length) {
		const next = findNext(text, mentions, from);
		const until = next?.start ?? text.length;
		if (until > from) pieces.push({ start: from, words: text.slice(from, until), mention: null });
		if (next !== null) pieces.push(next);
		from = until + (next?.words.length ?? 0);
	}
	return pieces;
}

function findNext(text: string, mentions: readonly Mention[], from: number): Piece | null {
	let found: Piece | null = null;
	for (const mention of mentions) {
		const words = mention.via === "@" ? `@${mention.title}` : `[[${mention.title}]]`;
		const start = text.indexOf(words, from);
		if (start >= 0 && (found === null || start < found.start)) found = { start, words, mention };
	}
	return found;
}
