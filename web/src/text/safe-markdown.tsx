import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { isRenderable } from "./is-renderable.ts";
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
