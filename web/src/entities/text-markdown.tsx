import { memo, useMemo } from "react";
import type { Components } from "react-markdown";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { remarkWikilinks } from "../text/rewrite-text.ts";
import { SafeMarkdown } from "../text/safe-markdown.tsx";
import { EntityLink } from "./entity-link.tsx";

type Found = Pick<Entity, "ref" | "kind" | "title">;

/** The meaning of the names in a text. */
export interface Naming {
	/** Finds the entity that a text names. */
	readonly find: (title: string) => Found | undefined;
	/** Returns the address of a picture in a text; null for one that is not ours, which is only linked to. */
	readonly placePicture: (name: string) => string | null;
}

interface TextMarkdownProps extends Naming {
	readonly text: string;
}

/** A text of the workspace: Markdown with links to other entities. */
export const TextMarkdown = memo(function TextMarkdown({ text, find, placePicture }: TextMarkdownProps) {
	const rewrite = useMemo(() => remarkWikilinks(placePicture), [placePicture]);
	const components = useMemo((): Components => ({ mark: linkTo(find) }), [find]);
	return <SafeMarkdown text={text} rewrite={rewrite} components={components} />;
});

function linkTo(find: Naming["find"]): NonNullable<Components["mark"]> {
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
