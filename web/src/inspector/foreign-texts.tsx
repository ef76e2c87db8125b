import type { AnswerOutcome } from "../../../src/client/chat-calls.ts";

export type ForeignTexts = NonNullable<AnswerOutcome["foreign"]>;

const sources: Readonly<Record<ForeignTexts[number]["source"], string>> = {
	question: "Question",
	history: "Chat",
	attachment: "Attached",
	kind: "Kind",
	context: "Context",
	tool: "Result of",
};

interface ForeignTextsViewProps {
	/** Undefined for a draft, and for an answer that has not ended. */
	readonly tainted: boolean | undefined;
	readonly foreign: ForeignTexts;
}

/**
 * Names the authors of the texts in the prompt: because of text that the reader did not write, changes need a
 * confirmation.
 */
export function ForeignTextsView({ tainted, foreign }: ForeignTextsViewProps) {
	if (tainted === undefined) return null;
	if (!tainted) {
		return (
			<p className="px-4 pb-3 text-12 text-ink-faint">
				Everything in this prompt was written or confirmed by you.
			</p>
		);
	}
	return (
		<details className="px-4 pb-3 text-12 text-ink-soft">
			<summary className="cursor-pointer">
				Text that you did not write was read, so changes are asked for
			</summary>
			<ul aria-label="Text by others" className="mt-1 flex flex-col gap-0.5">
				{foreign.map(({ source, name, id }) => (
					<li key={`${source} ${id ?? name}`} className="truncate">
						<span className="text-ink-faint">{sources[source]}: </span>
						{name}
					</li>
				))}
			</ul>
		</details>
	);
}
