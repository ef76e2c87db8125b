import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import type { rewriteText } from "./rewrite-text.ts";

/**
 * The elements that a text or an answer may hold, no matter who wrote it: nothing that fetches, runs or frames. `cite`
 * and `mark` are made by our own rewriting; raw HTML is never parsed.
 */
const allowed: Options = {
	tagNames: [
		..."p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6".split(" "),
		..."table thead tbody tr th td a img input cite mark".split(" "),
	],
	attributes: {
		a: ["href"],
		// A picture is always one that an entity holds, never one from elsewhere.
		img: [["src", /^\/api\/entities\/[\w-]+\/attachments\/[^/?#]+$/], "alt"],
		cite: ["dataNumber"],
		mark: ["dataTitle"],
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

/** A longer text takes a browser seconds. */
const longest = 200_000;
/** A line nested this deep is no outline but an attack: the renderer needs the square of its depth, and overflows. */
const tooDeep = /^(?:[ \t]{120}|[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){24})/m;
/** The most marks in one paragraph that may open or close something. Matching them takes the square of their number. */
const mostMarks = 1_000;
const marks = new Set("*_~[]");

/** Whether a text can be drawn as Markdown without blocking the page. Other texts are shown as they are written. */
export function isRenderable(text: string): boolean {
	if (text.length > longest || tooDeep.test(text)) return false;
	let count = 0;
	for (let at = 0; at < text.length; at += 1) {
		const sign = text[at] as string;
		if (sign === "\n" && text[at + 1] === "\n") count = 0;
		else if (marks.has(sign)) count += 1;
		if (count > mostMarks) return false;
	}
	return true;
}

interface SafeMarkdownProps {
	readonly text: string;
	readonly rewrite: ReturnType<typeof rewriteText>;
	/** The components for the nodes that the rewriting makes. */
	readonly components: Components;
}

/** Draws Markdown; no other component does. */
export function SafeMarkdown({ text, rewrite, components }: SafeMarkdownProps) {
	if (!isRenderable(text)) return <pre className="whitespace-pre-wrap break-words">{text}</pre>;
	return (
		<Markdown
			remarkPlugins={[remarkGfm, rewrite]}
			rehypePlugins={[[rehypeSanitize, allowed]]}
			components={{ ...components, a: OutsideLink }}
		>
			{text}
		</Markdown>
	);
}

const OutsideLink: NonNullable<Components["a"]> = ({ href, children }) => (
	<a href={href} target="_blank" rel="noopener noreferrer nofollow">
		{children}
		<span className="text-13 text-ink-faint no-underline"> ({hostOf(href)})</span>
	</a>
);

/** Shown with every link, since the words of a link can claim any address. */
function hostOf(href: string | undefined): string {
	if (href === undefined || !URL.canParse(href, location.href)) return "no address";
	const url = new URL(href, location.href);
	return url.host || url.pathname;
}
