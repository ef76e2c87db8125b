import type { CSSProperties } from "react";
import type { ContextPayload } from "../api/api.ts";
import { formatNumber, formatPercent } from "../design/format-number.ts";
import { sectionHue } from "./section-hue.ts";

interface PromptBarProps {
	readonly payload: ContextPayload;
	/** Tokens at the start that did not change since the turn before. */
	readonly cached: number;
	readonly onOpenSection: (title: string) => void;
}

/** The whole prompt as one bar, section after section, against the budget. */
export function PromptBar({ payload, cached, onOpenSection }: PromptBarProps) {
	const budget = Math.max(payload.metadata.budget.total, payload.metadata.totalTokens, 1);
	const frame = payload.metadata.frameTokens ?? 0;
	const widthOf = (tokens: number): CSSProperties => ({ width: `${(tokens / budget) * 100}%` });
	return (
		<div className="relative h-3 overflow-hidden rounded-sm bg-hover">
			<div className="flex h-full">
				{frame > 0 && (
					<span
						title={`Frame around the sections: ${formatNumber(frame)} tokens`}
						style={widthOf(frame)}
						className="h-full border-r border-ground bg-line-strong"
					/>
				)}
				{payload.sections.map((section) => {
					const label = `${section.title}: ${formatNumber(section.tokenCount)} tokens, ${formatPercent(section.tokenCount / budget)}`;
					return (
						<button
							key={section.title}
							type="button"
							tabIndex={-1}
							aria-hidden="true"
							title={label}
							onClick={() => onOpenSection(section.title)}
							style={{ ...widthOf(section.tokenCount), "--hue": sectionHue(section.type) } as CSSProperties}
							className="hued h-full border-r border-ground bg-hue-fill last:border-r-0 hover:brightness-110"
						/>
					);
				})}
			</div>
			{cached > 0 && (
				<div
					title={`${formatNumber(cached)} tokens are the same as in the turn before`}
					style={widthOf(cached)}
					className="hatched pointer-events-none absolute inset-y-0 left-0"
				/>
			)}
		</div>
	);
}
