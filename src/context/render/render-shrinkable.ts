import type { PrintableDigest, ShrinkablePart } from "../model/findings.ts";
import { renderAsked } from "./render-asked.ts";
import { renderCoverage } from "./render-coverage.ts";
import { renderHistory } from "./render-history.ts";
import { renderLinked } from "./render-linked.ts";
import { renderProfile } from "./render-profile.ts";
import { renderSchema } from "./render-schema.ts";
import { renderSnapshot } from "./render-snapshot.ts";

/** A digest with its printer. */
export function renderShrinkable(digest: ShrinkablePart): PrintableDigest {
	const { content } = digest;
	switch (content.as) {
		case "linked":
			return renderLinked(digest, content);
		case "snapshot":
			return renderSnapshot(digest, content);
		case "coverage":
			return renderCoverage(digest, content);
		case "asked":
			return renderAsked(digest, content);
		case "history":
			return renderHistory(digest, content);
		case "profile":
			return renderProfile(digest, content);
		case "schema":
			return renderSchema(digest, content);
	}
}
