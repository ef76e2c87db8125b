import type { Fitted } from "./budget/fit-context.ts";
import { type Candidate, keyOf } from "./model/candidate.ts";
import type { Findings } from "./model/findings.ts";
import type { ContextSection, Omission } from "./model/payload.ts";

const describe = (candidate: Candidate): Pick<Omission, "id" | "kind" | "title"> => ({
	id: keyOf(candidate),
	kind: candidate.subject.kind,
	title: candidate.subject.title,
});

/** Lists everything that was found or requested and is not in the text, once each, with the reason. */
export function listOmissions(input: {
	readonly sections: readonly ContextSection[];
	readonly fitted: Fitted;
	readonly refused: NonNullable<Findings["refused"]>;
}): readonly Omission[] {
	const { sections, fitted, refused } = input;
	const omitted = new Map<string, Omission>();
	for (const { candidate } of fitted.left) {
		const reason = candidate.group === "index" ? "relevance" : "budget";
		omitted.set(keyOf(candidate), { ...describe(candidate), reason });
	}
	for (const { digest, size } of fitted.digests) {
		for (const candidate of digest.leavesOut(size)) {
			if (!omitted.has(candidate.subject.id))
				omitted.set(candidate.subject.id, { ...describe(candidate), reason: "limit" });
		}
	}
	for (const refusal of refused) omitted.set(refusal.id, refusal);
	for (const section of sections) for (const item of section.items) omitted.delete(item.blockId);
	return [...omitted.values()];
}
