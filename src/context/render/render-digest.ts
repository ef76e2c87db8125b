import type { Digest, PrintableDigest } from "../model/findings.ts";
import { renderLinked } from "./render-linked.ts";

/** A digest with its printer. */
export function renderDigest(digest: Digest): PrintableDigest {
	const { content } = digest;
	switch (content.as) {
		case "linked":
			return renderLinked(digest, content);
	}
}
