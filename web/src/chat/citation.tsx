import { PreviewCard } from "@base-ui/react/preview-card";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useCitations } from "./citations-context.ts";

const excerptLength = 280;
const chip =
	"mx-0.5 inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm px-1 align-text-top text-12 font-medium tabular-nums";

/** A number in the answer that stands for an item of the context: hover to read it, press to open it. */
export function Citation({ number }: { readonly number: number }) {
	const { find, open } = useCitations();
	const item = find(number);
	if (item === null) return <span>[{number}]</span>;
	return (
		<PreviewCard.Root>
			<PreviewCard.Trigger
				delay={250}
				closeDelay={100}
				render={
					<button
						type="button"
						aria-label={`Source ${number}: ${item.title}`}
						onClick={() => open(item)}
						className={`${chip} bg-accent-wash text-accent-ink hover:bg-accent hover:text-on-accent`}
					/>
				}
			>
				{number}
			</PreviewCard.Trigger>
			<PreviewCard.Portal>
				<PreviewCard.Positioner sideOffset={6} className="z-50">
					<PreviewCard.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface p-3 text-13 shadow-lift transition-opacity duration-100 data-starting-style:opacity-0">
						<p className="flex items-center gap-2 font-medium">
							<KindIcon kind={item.kind} named />
							<span className="min-w-0 truncate">{item.title}</span>
						</p>
						<p className="mt-1.5 line-clamp-5 whitespace-pre-line text-ink-soft">
							{item.content.slice(0, excerptLength)}
						</p>
						<p className="mt-2 text-12 text-ink-faint">{item.because.reason}</p>
					</PreviewCard.Popup>
				</PreviewCard.Positioner>
			</PreviewCard.Portal>
		</PreviewCard.Root>
	);
}
