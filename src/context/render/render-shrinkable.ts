import type { DigestContent, PrintableDigest, PrintedDigest, ShrinkablePart } from "../model/findings.ts";
import { renderAsked } from "./render-asked.ts";
import { renderCoverage } from "./render-coverage.ts";
import { renderHistory } from "./render-history.ts";
import { renderLinked } from "./render-linked.ts";
import { renderProfile } from "./render-profile.ts";
import { renderSchema } from "./render-schema.ts";
import { renderSnapshot } from "./render-snapshot.ts";

function printContent(content: DigestContent): PrintedDigest {
	switch (content.as) {
		case "linked":
			return renderLinked(content);
		case "snapshot":
			return renderSnapshot(content);
		case "coverage":
			return renderCoverage(content);
		case "asked":
			return renderAsked(content);
		case "history":
			return renderHistory(content);
		case "profile":
			return renderProfile(content);
		case "schema":
			return renderSchema(content);
	}
}

export const renderShrinkable = (digest: ShrinkablePart): PrintableDigest => ({
	...digest,
	leavesOut: () => [],
	...printContent(digest.content),
});
