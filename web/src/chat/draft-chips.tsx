import { CircleSlash, FileText, Gauge, ImageIcon, Pilcrow, TextSearch } from "lucide-react";
import { type Draft, removeMention } from "../conversation/draft.ts";
import type { DraftState } from "../conversation/use-draft.ts";
import { formatNumber } from "../design/format.tsx";
import { PlainChip } from "../design/plain-chip.tsx";
import { MentionChips } from "./mention-chips.tsx";

/** The attachments, mentions and settings of the question; each can be removed. */
export function DraftChips({ draft, change }: Pick<DraftState, "draft" | "change">) {
	const { focus, mentions, excluded, budget, reading, files, images } = draft;
	const paragraph = focus?.block;
	const set = (part: Partial<Draft>) => change({ ...draft, ...part });
	const attached = [
		...files.map((file) => ({
			...{ name: file.name, icon: FileText, rest: { files: files.filter((kept) => kept !== file) } },
		})),
		...images.map((image) => ({
			...{ name: image.name, icon: ImageIcon, rest: { images: images.filter((kept) => kept !== image) } },
		})),
	];
	return (
		<div className="flex flex-wrap gap-1.5 px-3 pt-3 empty:hidden">
			{focus !== null && paragraph !== undefined && (
				<PlainChip
					icon={Pilcrow}
					label={paragraph.text}
					title={`A paragraph of ${focus.title}: ${paragraph.text}`}
					removal={`Ask about all of ${focus.title}`}
					onRemove={() => set({ focus: { id: focus.id, kind: focus.kind, title: focus.title } })}
				/>
			)}
			<MentionChips
				mentions={mentions}
				onRemove={(gone) => change(removeMention(draft, gone))}
				onKeep={(kept) =>
					set({
						mentions: mentions.map((mention) =>
							mention.id === kept.id
								? { ...mention, lifetime: mention.lifetime === "chat" ? "message" : "chat" }
								: mention,
						),
					})
				}
			/>
			{attached.map(({ name, icon, rest }) => (
				<PlainChip
					key={name}
					icon={icon}
					label={name}
					removal={`Remove ${name}`}
					onRemove={() => set(rest)}
				/>
			))}
			{excluded.map(({ id, title }) => (
				<PlainChip
					key={id}
					icon={CircleSlash}
					label={`without ${title}`}
					removal={`Let ${title} in again`}
					onRemove={() => set({ excluded: excluded.filter((kept) => kept.id !== id) })}
				/>
			))}
			{reading && (
				<PlainChip
					icon={TextSearch}
					label={reading === "words" ? "searched by its words alone" : "read as you corrected it"}
					removal="Read it as a question again"
					onRemove={() => set({ reading: null })}
				/>
			)}
			{budget !== null && (
				<PlainChip
					icon={Gauge}
					label={`up to ${formatNumber(budget)} tokens`}
					removal="Take the usual budget"
					onRemove={() => set({ budget: null })}
				/>
			)}
		</div>
	);
}
