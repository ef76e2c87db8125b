export interface BarRow {
	readonly label: string;
	/** How long the bar is, from 0 to 1; null shows none. */
	readonly share: number | null;
	/** One text for each column of figures. */
	readonly figures: readonly string[];
}

interface BarTableProps {
	readonly caption: string;
	/** The head of the labels, then those of the figures. */
	readonly heads: readonly [string, ...string[]];
	readonly rows: readonly BarRow[];
}

const numberLook = "py-1 pl-3 text-right whitespace-nowrap tabular-nums";

/** Figures people compare: a table, with a bar in each row for the eye. */
export function BarTable({ caption, heads: [labelHead, ...figureHeads], rows }: BarTableProps) {
	return (
		<table className="w-full text-13">
			<caption className="sr-only">{caption}</caption>
			<thead className="text-12 text-ink-faint">
				<tr>
					<th scope="col" className="pb-1 text-left font-normal">
						{labelHead}
					</th>
					<td aria-hidden="true" />
					{figureHeads.map((head) => (
						<th key={head} scope="col" className="pb-1 pl-3 text-right font-normal whitespace-nowrap">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="text-ink-soft">
				{rows.map(({ label, share, figures }) => (
					<tr key={label} className="border-t border-line">
						<th scope="row" className="py-1 pr-3 text-left font-normal">
							{label}
						</th>
						<td aria-hidden="true" className="w-2/5 py-1 max-md:w-1/4">
							{share !== null && (
								<div className="h-1.5 overflow-hidden rounded-sm bg-hover">
									<div
										className="h-full rounded-sm bg-accent"
										style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
									/>
								</div>
							)}
						</td>
						{figureHeads.map((head, position) => (
							<td key={head} className={numberLook}>
								{figures[position]}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
