import type { ImportReport } from "../../../src/graph/transfer/source/import-report.ts";
import { countOf, formatNumber } from "../design/format-number.ts";

const lossesShown = 50;

/** Lists, line by line, the parts that are not imported whole. */
export function Losses({ losses }: Pick<ImportReport, "losses">) {
	return (
		<details className="text-13">
			<summary className="text-ink-soft">
				{countOf(losses.length, "thing")} {losses.length === 1 ? "does" : "do"} not come across whole
			</summary>
			<ul className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto text-12 text-ink-faint">
				{losses.slice(0, lossesShown).map(({ what, where, why }) => (
					<li key={`${where} ${what} ${why}`} className="wrap-anywhere">
						<span className="text-ink-soft">{what}</span> in {where}: {why}
					</li>
				))}
				{losses.length > lossesShown && <li>and {formatNumber(losses.length - lossesShown)} more</li>}
			</ul>
		</details>
	);
}
