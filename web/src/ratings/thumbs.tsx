import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { Verdict } from "../api/workspace-calls.ts";
import { IconButton } from "../design/buttons.tsx";
import type { ContextRatings } from "./use-ratings.ts";

interface ThumbsProps {
	readonly ratings: ContextRatings;
	readonly item: string;
	readonly down: { readonly verdict: Verdict; readonly label: string };
	readonly upLabel: string;
	readonly className?: string;
}

/** Filled when pressed, so that the state does not depend on colour alone. */
const pressedLook =
	"aria-pressed:text-accent-ink aria-pressed:[&>svg]:fill-accent-wash [&>svg]:size-3.5 max-md:[&>svg]:size-4";

/** Up or down, for an answer or an item; pressing the one that is set removes it. */
export function Thumbs({ ratings, item, down, upLabel, className = "" }: ThumbsProps) {
	const current = ratings.verdictOf(item);
	const thumbs = [
		{ icon: ThumbsUp, verdict: "helped", label: upLabel },
		{ icon: ThumbsDown, ...down },
	] as const;
	return (
		<span className={`flex items-center ${className}`}>
			{thumbs.map(({ icon, verdict, label }) => (
				<IconButton
					key={verdict}
					icon={icon}
					label={label}
					size="small"
					aria-pressed={current === verdict}
					onClick={() => ratings.rate(item, current === verdict ? null : verdict)}
					className={pressedLook}
				/>
			))}
		</span>
	);
}
