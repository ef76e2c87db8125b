import type { Approval, ProposedWrite } from "../graph/store/chat/approvals.ts";
import { showHidden } from "./show-hidden.ts";
import type { DiffLine, Proposal } from "./tools/tool.ts";

/** A proposed write as a person judges it: nothing in it is invisible. What will be stored is in the operations. */
export type ShownWrite = Omit<ProposedWrite, "basis" | "input">;

export interface ShownApproval extends Omit<Approval, "proposals"> {
	readonly proposals: readonly ShownWrite[];
}

const showLine = ({ subject, field, before, after }: DiffLine): DiffLine => ({
	subject: showHidden(subject),
	field: showHidden(field),
	before: before === null ? null : showHidden(before),
	after: after === null ? null : showHidden(after),
});

export const showProposal = ({
	summary,
	diff,
}: Pick<Proposal, "summary" | "diff">): Pick<Proposal, "summary" | "diff"> => ({
	summary: showHidden(summary),
	diff: diff.map(showLine),
});

/** The only form in which an approval leaves the server. */
export function showApproval(approval: Approval): ShownApproval {
	const proposals = approval.proposals.map(({ basis: _, input: __, ...write }) => ({
		...write,
		...showProposal(write),
	}));
	return { ...approval, proposals };
}
