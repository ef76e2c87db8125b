import { Plus, ThumbsDown, ThumbsUp } from "lucide-react";
import { useId, useState } from "react";
import type { Verdict } from "../../../src/client/context-calls.ts";
import { IconButton, RemoveButton, TextButton } from "../design/buttons.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { EntityPicker } from "../entities/entity-picker.tsx";
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

/** The entities that an answer should have used and did not, named by the reader one after the other. */
export function MissingItems({ ratings }: { readonly ratings: ContextRatings }) {
	const [open, setOpen] = useState(false);
	const picker = useId();
	return (
		<section aria-label="What was missing" className="flex flex-col gap-2 border-t border-line px-4 py-3">
			{ratings.missing.length > 0 && (
				<ul className="flex flex-col">
					{ratings.missing.map((entity) => (
						<li key={entity.id} className="flex min-w-0 items-center gap-2 text-13">
							<span className="min-w-0 flex-1">
								<EntityLink entity={entity} />
							</span>
							<span className="text-12 text-ink-faint">was missing</span>
							<RemoveButton
								label={`${entity.title} was not missing`}
								onClick={() => ratings.rate(entity.id, null)}
							/>
						</li>
					))}
				</ul>
			)}
			<TextButton
				aria-expanded={open}
				aria-controls={picker}
				onClick={() => setOpen(!open)}
				className="self-start"
			>
				<Plus aria-hidden size={13} /> Something is missing
			</TextButton>
			<div id={picker} hidden={!open}>
				{open && (
					<EntityPicker
						label="What was missing"
						placeholder="Name what should have been read…"
						autoFocus
						onPick={({ id, ref, kind, title }) => {
							ratings.rate(id, "missing", { id, ref, kind, title });
							setOpen(false);
						}}
					/>
				)}
			</div>
		</section>
	);
}
