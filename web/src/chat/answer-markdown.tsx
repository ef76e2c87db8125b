import { marked } from "marked";
import { memo, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { Citation } from "./citation.tsx";
import { remarkCitations } from "./remark-citations.ts";

/** Only what an answer needs: nothing that fetches, runs or frames. */
const allowed: Options = {
	tagNames: [
		..."p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6".split(" "),
		..."table thead tbody tr th td a input cite".split(" "),
	],
	attributes: {
		a: ["href"],
		cite: ["dataNumber"],
		input: [["type", "checkbox"], ["disabled", true], "checked"],
		li: [["className", "task-list-item"]],
		ol: ["start"],
		th: ["align"],
		td: ["align"],
	},
	required: { input: { type: "checkbox", disabled: true } },
	protocols: { href: ["http", "https", "mailto"] },
	strip: ["script", "style"],
};

const components: Components = {
	cite: ({ node }) => <Citation number={Number(node?.properties.dataNumber)} />,
	a: ({ href, children }) => (
		<a href={href} target="_blank" rel="noopener noreferrer nofollow">
			{children}
			<span className="text-13 text-ink-faint no-underline"> ({hostOf(href)})</span>
		</a>
	),
};

/** Shown with every link, since the words of a link can claim any address. */
function hostOf(href: string | undefined): string {
	if (href === undefined || !URL.canParse(href, location.href)) return "no address";
	const url = new URL(href, location.href);
	return url.host || url.pathname;
}

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

/** A block is known by where it starts, which stays the same while the text grows behind it. */
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
			<Markdown
				remarkPlugins={[remarkGfm, remarkCitations]}
				rehypePlugins={[[rehypeSanitize, allowed]]}
				components={components}
			>
				{text}
			</Markdown>
		</div>
	);
});
