import { memo, useMemo } from "react";
import type { Components } from "react-markdown";
import { remarkWikilinks } from "../text/remark-wikilinks.ts";
import { SafeMarkdown } from "../text/safe-markdown.tsx";
import { EntityLink } from "./entity-link.tsx";

/** Finds the entity that a text names. */
export type FindByTitle = (
	title: string,
) => { readonly ref: string; readonly kind: string; readonly title: string } | undefined;

/** Returns the address of a picture in a text; null for one that is not ours, which is only linked to. */
export type PlacePicture = (name: string) => string | null;

interface TextMarkdownProps {
	readonly text: string;
	readonly find: FindByTitle;
	readonly placePicture: PlacePicture;
}

/** A text of the workspace: Markdown with links to other entities. */
export const TextMarkdown = memo(function TextMarkdown({ text, find, placePicture }: TextMarkdownProps) {
	const rewrite = useMemo(() => remarkWikilinks(placePicture), [placePicture]);
	const components = useMemo((): Components => ({ mark: linkTo(find) }), [find]);
	return <SafeMarkdown text={text} rewrite={rewrite} components={components} />;
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
