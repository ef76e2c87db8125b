import { marked } from "marked";
import { memo, useMemo } from "react";
import type { Components } from "react-markdown";
import { rewriteText } from "../text/rewrite-text.ts";
import { SafeMarkdown } from "../text/safe-markdown.tsx";
import { Citation } from "./citation.tsx";

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
