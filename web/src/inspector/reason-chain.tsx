import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment } from "react";
import type { ContextItem } from "../api/api.ts";
import { describePath } from "./read-context.ts";

interface ReasonChainProps {
	readonly item: ContextItem;
	readonly focus: ReadonlySet<string>;
}

/** Why an item is there: the way that led to it, or the collector's own words. */
export function ReasonChain({ item, focus }: ReasonChainProps) {
	const steps = describePath({ path: item.because.path, itemId: item.id, focus });
	const reason = { key: "reason", text: item.because.reason || item.because.collector, incoming: false };
	const words = steps.length > 1 ? steps : [reason];
	return (
		<span className="flex min-w-0 items-center gap-0.5">
			{words.map((word, position) => (
				<Fragment key={word.key}>
					{position > 0 && <Arrow incoming={word.incoming} />}
					<span className="min-w-0 truncate last:shrink-0 last:max-w-full">{word.text}</span>
				</Fragment>
			))}
		</span>
	);
}

function Arrow({ incoming }: { readonly incoming: boolean }) {
	const Icon = incoming ? ChevronLeft : ChevronRight;
	return <Icon role="img" aria-label={incoming ? "from" : "to"} size={11} className="shrink-0" />;
}
