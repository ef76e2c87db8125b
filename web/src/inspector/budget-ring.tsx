import { formatNumber, formatPercent } from "../design/format.tsx";
import { budgetShare, usedTokens } from "./read-context.ts";
import type { DryRun } from "./use-dry-run.ts";

const radius = 7;
const circumference = 2 * Math.PI * radius;

/** How much of the budget the question would fill if it were sent now; opens the inspector. */
export function BudgetRing({ dryRun, onOpen }: { readonly dryRun: DryRun; readonly onOpen: () => void }) {
	const { payload } = dryRun;
	const share = payload === null ? 0 : budgetShare(payload);
	const words = payload === null ? "Context" : formatNumber(usedTokens(payload));
	const label =
		payload === null
			? "Context: nothing yet. Open the inspector"
			: `${words} tokens of context, ${formatPercent(share)} of ${formatNumber(payload.metadata.budget.total)}. Open the inspector`;
	return (
		<button
			type="button"
			onClick={onOpen}
			aria-label={label}
			title={label}
			className="flex h-8 items-center gap-1.5 rounded-md px-2 text-12 tabular-nums text-ink-faint hover:bg-hover hover:text-ink"
		>
			{words}
			<svg aria-hidden="true" viewBox="0 0 18 18" className="size-4.5 -rotate-90">
				<circle cx="9" cy="9" r={radius} fill="none" stroke="var(--line)" strokeWidth="2.5" />
				<circle
					cx="9"
					cy="9"
					r={radius}
					fill="none"
					stroke="var(--accent)"
					strokeWidth="2.5"
					strokeLinecap="round"
					strokeDasharray={`${Math.min(1, share) * circumference} ${circumference}`}
					opacity={share === 0 ? 0 : 1}
					className="transition-[stroke-dasharray] duration-150"
				/>
			</svg>
		</button>
	);
}
