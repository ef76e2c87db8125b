import type { Candidate } from "../model/candidate.ts";
import { type Findings, type Group, NOTHING_FOUND } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

const FOCUS: Group = {
	type: "group",
	section: "focus",
	key: "focus",
	heading: "",
	beyond: 0,
	order: "given",
	printMissing: (count) => `- ... and ${count} more around the focus: call get_entity_relationships\n\n`,
};

export function collectFocus({ focus }: CollectScope): Findings {
	if (focus === undefined) return NOTHING_FOUND;
	const candidate: Candidate = {
		subject: focus,
		collector: "focus",
		section: "focus",
		group: FOCUS.key,
		position: 0,
		relevance: 1,
		path: [{ id: focus.id, title: focus.title }],
		reason: "in focus",
		mandatory: true,
	};
	return { candidates: [candidate], parts: [FOCUS], considered: 1 };
}
