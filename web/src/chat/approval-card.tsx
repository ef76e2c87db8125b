import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, ShieldQuestion, TriangleAlert, X } from "lucide-react";
import { useId, useState } from "react";
import type { Approval, Decision, DiffLine, Proposal } from "../../../src/client/chat-calls.ts";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Form } from "../design/form.tsx";
import { spellKey } from "../design/format.tsx";
import { forgetReadings } from "../entities/entity-cache.ts";
import { UndoButton } from "./undo-button.tsx";

/** A person cannot approve a change they may not see. */
const isWithheld = ({ proposals }: Approval): boolean => proposals.length === 0;

const isOfferedAlways = (approval: Approval): boolean =>
	!approval.tainted && !isWithheld(approval) && approval.proposals.every(({ tier }) => tier === "W1");

/** Shows the writes that the model proposed; nothing is written before a person approves. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
	const heading = useId();
	const count = approval.proposals.length;
	return (
		<section
			aria-labelledby={heading}
			className={`max-w-[72ch] rounded-md border ${approval.state === "pending" ? "border-accent" : "border-line"}`}
		>
			<h3 id={heading} className="flex items-center gap-2 px-3 pt-2.5 text-13 font-semibold">
				<StateIcon state={approval.state} />
				{titles[approval.state](count)}
			</h3>
			<ul className="flex flex-col gap-3 px-3 py-2.5">
				{approval.proposals.map((proposal) => (
					<li key={proposal.call_id}>
						<ProposalDiff proposal={proposal} />
					</li>
				))}
			</ul>
			<div className="border-t border-line px-3 py-2">
				{approval.state === "pending" ? <Question approval={approval} /> : <Outcome approval={approval} />}
			</div>
		</section>
	);
}

const titles: Readonly<Record<Approval["state"], (count: number) => string>> = {
	pending: (count) => (count <= 1 ? "May this be changed?" : `May these ${count} things be changed?`),
	approved: () => "Done, as you confirmed",
	denied: () => "Not done: you said no",
	failed: () => "Not done: it could not be carried out",
};

function StateIcon({ state }: { readonly state: Approval["state"] }) {
	if (state === "pending") return <ShieldQuestion aria-hidden size={15} className="text-accent-ink" />;
	if (state === "approved") return <Check aria-hidden size={15} className="text-accent-ink" />;
	if (state === "denied") return <X aria-hidden size={15} className="text-ink-faint" />;
	return <TriangleAlert aria-hidden size={15} className="text-bad-ink" />;
}

function Question({ approval }: { readonly approval: Approval }) {
	const queries = useQueryClient();
	const [refusing, setRefusing] = useState(false);
	const [reason, setReason] = useState("");
	const decision = useMutation({
		mutationFn: (chosen: Decision) => skein.approvals.decide(approval.id, chosen),
		// Also after a failure: an approval whose write failed is closed, and says why.
		onSettled: () =>
			Promise.all([
				queries.invalidateQueries({ queryKey: ["chat"] }),
				queries.invalidateQueries({ queryKey: ["approvals"] }),
				forgetReadings(queries),
			]),
	});

	return (
		<>
			{refusing ? (
				<Form
					onSubmit={() => decision.mutate({ decision: "deny", reason: reason.trim() })}
					className="flex flex-wrap items-center gap-2"
				>
					<input
						// The person pressed a button to open this field, so it takes the keyboard.
						ref={(field) => field?.focus()}
						value={reason}
						onChange={(event) => setReason(event.target.value)}
						onKeyDown={(event) => event.key === "Escape" && setRefusing(false)}
						aria-label="Why not"
						placeholder="Why not? (the model reads it with your next question)"
						className={`${fieldLook} min-w-40 flex-1`}
					/>
					<TextButton type="submit" disabled={decision.isPending}>
						Say no
					</TextButton>
					<TextButton onClick={() => setRefusing(false)}>Back</TextButton>
				</Form>
			) : (
				<div className="flex flex-wrap items-center gap-2">
					{!isWithheld(approval) && (
						<PrimaryButton
							disabled={decision.isPending}
							onClick={() => decision.mutate({ decision: "once" })}
						>
							Confirm once
						</PrimaryButton>
					)}
					{isOfferedAlways(approval) && (
						<TextButton
							className="h-8"
							disabled={decision.isPending}
							onClick={() => decision.mutate({ decision: "always" })}
						>
							Always in this chat
						</TextButton>
					)}
					<TextButton className="h-8" disabled={decision.isPending} onClick={() => setRefusing(true)}>
						Deny…
					</TextButton>
				</div>
			)}
			{isWithheld(approval) && <p className="mt-2 text-13 text-ink-soft">{approval.outcome.message}</p>}
			{approval.tainted && !isWithheld(approval) && (
				<p className="mt-2 text-12 text-ink-faint">
					The answer read text by others, so each change is asked for. Check that it is what you wanted.
				</p>
			)}
			{decision.isError && (
				<p role="alert" className="mt-2 text-13 text-bad-ink">
					{decision.error.message} Nothing was changed.
				</p>
			)}
		</>
	);
}

function Outcome({ approval: { state, outcome } }: { readonly approval: Approval }) {
	if (state === "approved") {
		if (outcome.changeId == null) return <p className="text-13 text-ink-soft">Nothing had to be changed.</p>;
		return <UndoButton changeId={outcome.changeId} />;
	}
	if (state === "denied") {
		return (
			<p className="text-13 text-ink-soft">
				Nothing was changed.{outcome.reason ? ` Your reason: ${outcome.reason}` : ""}
			</p>
		);
	}
	return (
		<p className="text-13 text-bad-ink">
			{outcome.message ?? "It was refused."} Nothing was changed. Ask again for a new proposal.
		</p>
	);
}

const longValue = 60;

/** Shows the changes of a proposed write, before and after. */
function ProposalDiff({ proposal: { summary, diff } }: { readonly proposal: Proposal }) {
	return (
		<>
			<p className="text-14">{summary.charAt(0).toUpperCase() + summary.slice(1)}</p>
			{diff.length > 0 && (
				<dl className="mt-1.5 flex flex-col divide-y divide-line rounded-md border border-line bg-surface text-13">
					{diff.map((line) => (
						<Line key={`${line.subject} ${line.field} ${line.after}`} line={line} named={isMixed(diff)} />
					))}
				</dl>
			)}
		</>
	);
}

const isMixed = (diff: readonly DiffLine[]): boolean => new Set(diff.map(({ subject }) => subject)).size > 1;

function Line({ line, named }: { readonly line: DiffLine; readonly named: boolean }) {
	const long = (line.before?.length ?? 0) + (line.after?.length ?? 0) > longValue;
	return (
		<div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 px-2.5 py-1.5 max-sm:grid-cols-1">
			<dt className="text-12 leading-5 text-ink-faint">
				{named && <span className="block truncate text-ink-soft">{line.subject}</span>}
				{spellKey(line.field)}
			</dt>
			<dd className={`flex min-w-0 gap-x-2 ${long ? "flex-col gap-y-1" : "flex-wrap items-baseline"}`}>
				{line.before !== null && (
					<del className="text-ink-faint whitespace-pre-wrap wrap-anywhere">
						<span className="sr-only">before: </span>
						{line.before}
					</del>
				)}
				{line.before !== null && line.after !== null && !long && (
					<span aria-hidden="true" className="text-ink-faint">
						→
					</span>
				)}
				{line.after !== null && (
					<ins className="rounded-sm bg-accent-wash px-1 text-ink no-underline whitespace-pre-wrap wrap-anywhere">
						<span className="sr-only">after: </span>
						{line.after}
					</ins>
				)}
			</dd>
		</div>
	);
}
