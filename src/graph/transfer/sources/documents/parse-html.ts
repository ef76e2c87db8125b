import type { Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from "parse5";
import { UnreadableDocumentError } from "./document-text.ts";

/** Browsers stop at the same depth. The parser looks through all open elements at every tag, so depth bounds its work. */
const DEEPEST = 512;
/** A tag that is never closed is opened again in every paragraph: a few megabytes can claim to be billions of elements. */
const MOST_ELEMENTS = 300_000;

/** Parses HTML as browsers do, within bounds. */
export function parseHtml(text: string): Root {
	let [depth, elements] = [0, 0];
	const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
		...defaultTreeAdapter,
		createElement: (name, namespace, attributes) => {
			elements += 1;
			if (elements > MOST_ELEMENTS)
				throw new UnreadableDocumentError(`It has more than ${MOST_ELEMENTS} elements.`);
			return defaultTreeAdapter.createElement(name, namespace, attributes);
		},
		onItemPush: () => {
			depth += 1;
			if (depth > DEEPEST)
				throw new UnreadableDocumentError(`Its elements are nested more than ${DEEPEST} deep.`);
		},
		onItemPop: () => {
			depth -= 1;
		},
	};
	return fromParse5(parse(text, { treeAdapter: adapter })) as Root;
}
