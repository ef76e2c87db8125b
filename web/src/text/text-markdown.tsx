import { memo, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSanitize, { type Options } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { EntityLink } from "../entities/entity-link.tsx";
import { remarkWikilinks } from "./remark-wikilinks.ts";

/** What a text may hold: nothing that fetches, runs or frames. */
const allowed: Options = {
	tagNames: [
		..."p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6".split(" "),
		..."table thead tbody tr th td a input mark".split(" "),
	],
	attributes: {
		a: ["href"],
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

/** Finds what a text calls by name. */
export type FindByTitle = (
	title: string,
) => { readonly ref: string; readonly kind: string; readonly title: string } | undefined;

interface TextMarkdownProps {
	readonly text: string;
	readonly find: FindByTitle;
}

/** A text of the workspace: Markdown with links to other entities. */
export const TextMarkdown = memo(function TextMarkdown({ text, find }: TextMarkdownProps) {
	const components = useMemo((): Components => ({ mark: linkTo(find), a: OutsideLink }), [find]);
	return (
		<Markdown
			remarkPlugins={[remarkGfm, remarkWikilinks]}
			rehypePlugins={[[rehypeSanitize, allowed]]}
			components={components}
		>
			{text}
		</Markdown>
	);
});

function linkTo(find: FindByTitle): NonNullable<Components["mark"]> {
	return ({ node, children }) => {
		const found = find(String(node?.properties.dataTitle ?? ""));
		if (found === undefined) return <span title="Nothing by that name is linked here">{children}</span>;
		return (
			<EntityLink entity={found} className="text-accent-ink underline underline-offset-2">
				{" "}
				{children}
			</EntityLink>
		);
	};
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
