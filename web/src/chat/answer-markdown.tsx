import { marked } from "marked";
import { type MouseEvent, memo, use, useMemo } from "react";
import type { Components } from "react-markdown";
import type { CitedItem } from "../../../src/client/chat-calls.ts";
import type { ContextItem } from "../../../src/client/context-calls.ts";
import { HoverCard } from "../design/hover-card.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { useEntity } from "../entities/use-entities.ts";
import { useGo } from "../route/use-go.ts";
import { rewriteText } from "../text/rewrite-text.ts";
import { SafeMarkdown } from "../text/safe-markdown.tsx";
import { CitationsContext } from "./citations-context.ts";

const components: Components = {
	cite: ({ node }) => <Citation number={Number(node?.properties.dataNumber)} />,
};

/** An answer that may still be growing: only its last block is parsed again as text arrives. */
export function AnswerMarkdown({ text, growing }: { readonly text: string; readonly growing: boolean }) {
	const blocks = useMemo(() => splitBlocks(text), [text]);
	return (
		<div className={`prose ${growing ? "growing" : ""}`}>
			{blocks.map((block) => (
				<Block key={block.start} text={block.text} />
			))}
		</div>
	);
}

/** A block is identified by its start, which stays the same while the text grows behind it. */
function splitBlocks(text: string): readonly { readonly start: number; readonly text: string }[] {
	let start = 0;
	return marked.lexer(text).map(({ raw }) => {
		const block = { start, text: raw };
		start += raw.length;
		return block;
	});
}

const Block = memo(function Block({ text }: { readonly text: string }) {
	if (text.trim() === "") return null;
	return (
		<div className="prose-block">
			<SafeMarkdown text={text} rewrite={remarkCitations} components={components} />
		</div>
	);
});

/** Turns `[3]` in running text into a citation. */
const remarkCitations = rewriteText({
	pattern: /\[(\d{1,3})\]/g,
	make: ([written, number = ""]) => ({
		type: "citation",
		data: { hName: "cite", hProperties: { dataNumber: number } },
		children: [{ type: "text", value: written }],
	}),
});

const excerptLength = 280;
const chip =
	"mx-0.5 inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm px-1 align-text-top text-12 font-medium tabular-nums";

/** A citation number in the answer: hovering shows the source, pressing shows it in the context. */
function Citation({ number }: { readonly number: number }) {
	const { find, findItem, open } = use(CitationsContext);
	const go = useGo();
	const cited = find(number);
	if (cited === null) return <span>[{number}]</span>;
	const item = findItem(number);

	function follow(event: MouseEvent) {
		if (event.ctrlKey || event.metaKey) go.full(cited?.ref ?? "");
		else if (item !== null) open(item);
		else go.beside(cited?.ref ?? "");
	}

	return (
		<HoverCard
			delay={250}
			closeDelay={150}
			render={
				<button
					type="button"
					aria-label={`Source ${number}: ${cited.title}`}
					onClick={follow}
					className={`${chip} bg-accent-wash text-accent-ink hover:bg-accent hover:text-on-accent`}
				/>
			}
			popupLook="w-80 transition-opacity duration-100 data-starting-style:opacity-0"
			card={(close) => <Source cited={cited} item={item} onOpened={close} />}
		>
			{number}
		</HoverCard>
	);
}

interface SourceProps {
	readonly cited: CitedItem;
	readonly item: ContextItem | null;
	readonly onOpened: () => void;
}

/** The source of a citation, with a link to it. A source that a tool found is read when somebody points at it. */
function Source({ cited, item, onOpened }: SourceProps) {
	const { data } = useEntity(item === null ? cited.ref : null);
	const text = item?.content ?? (data?.description || data?.body || "");
	const kind = item?.kind ?? data?.kind ?? "";
	return (
		<>
			<EntityLink
				entity={{ ref: cited.ref, kind, title: cited.title }}
				onOpened={onOpened}
				className="flex min-w-0 items-center gap-2 rounded-sm font-medium hover:underline"
			/>
			{text !== "" && (
				<p className="mt-1.5 line-clamp-5 whitespace-pre-line text-ink-soft">
					{text.slice(0, excerptLength)}
				</p>
			)}
			<p className="mt-2 text-12 text-ink-faint">{item?.because.reason ?? "found by a tool"}</p>
		</>
	);
}
