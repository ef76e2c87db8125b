import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import type { Completion as Suggestion } from "../../../src/client/context-calls.ts";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { useEdits } from "./edits.tsx";
import { FolderName } from "./entity-link.tsx";
import { KindIcon } from "./kind-icon.tsx";
import { relationChoices } from "./names.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface AddLinkProps {
	readonly entity: Pick<Entity, "id" | "title">;
	readonly onDone: () => void;
}

/** Adds a link: a relation and its target. */
export function AddLink({ entity, onDone }: AddLinkProps) {
	const edits = useEdits();
	const [position, setPosition] = useState(0);
	const choice = relationChoices[position];

	async function link(other: Suggestion) {
		if (choice === undefined) return;
		const [src_id, dst_id] = choice.direction === "outgoing" ? [entity.id, other.id] : [other.id, entity.id];
		const done = await edits.link(
			{ src_id, rel: choice.relation, dst_id },
			`${choice.label}: “${other.title}”.`,
		);
		if (done) onDone();
	}

	return (
		<div className="flex flex-col gap-1.5 rounded-md border border-line bg-sunken p-2">
			<Select
				aria-label="How it is linked"
				value={String(position)}
				onChange={(value) => setPosition(Number(value))}
				options={relationChoices.map(({ label }, index) => [String(index), label])}
			/>
			<EntityPicker label="What to link" placeholder="Find what to link…" autoFocus onPick={link} />
		</div>
	);
}

interface EntityPickerProps {
	readonly label: string;
	readonly placeholder?: string;
	/** Offer only entities of this kind. */
	readonly kind?: string;
	readonly onPick: (suggestion: Suggestion) => void;
	readonly autoFocus?: boolean;
}

/** Finds an entity by its name as it is typed. */
export function EntityPicker({ label, placeholder = "Find…", kind, onPick, autoFocus }: EntityPickerProps) {
	const [query, setQuery] = useState("");
	const [open, setOpen] = useState(false);
	const { found, failed, pending } = useSuggestions({ typed: query.trim(), enabled: open });
	const offered = found.filter((suggestion) => kind === undefined || suggestion.kind === kind);
	return (
		// Part of the page's flow: a floating list would hide the rest of the page from screen readers.
		<Combobox.Root
			inline
			open
			items={offered}
			filter={null}
			value={null}
			onValueChange={(choice: Suggestion | null) => {
				if (choice === null) return;
				setQuery("");
				onPick(choice);
			}}
			inputValue={query}
			onInputValueChange={setQuery}
			itemToStringLabel={(choice: Suggestion) => choice.title}
			autoHighlight
		>
			<div className="min-w-0">
				<Combobox.Input
					aria-label={label}
					placeholder={placeholder}
					onFocus={() => setOpen(true)}
					{...(autoFocus && { ref: focusOnce })}
					className={fieldLook}
				/>
				<Combobox.Empty className="px-2 py-2 text-12 text-ink-faint empty:hidden">
					{failed ? "Could not be loaded. Type again to retry." : pending ? "" : "Nothing by that name."}
				</Combobox.Empty>
				<Combobox.List
					aria-label={label}
					className="mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-surface p-1 outline-none empty:hidden"
				>
					{(choice: Suggestion) => (
						<Combobox.Item
							key={choice.id}
							value={choice}
							className="flex h-8 items-center gap-2 rounded-md px-2 text-13 outline-none data-highlighted:bg-hover max-md:h-10"
						>
							<KindIcon kind={choice.kind} size={14} named />
							<span className="min-w-0 flex-1 truncate">
								{choice.title}
								<FolderName folder={choice.folder} />
							</span>
							{choice.project_title && choice.project_id !== choice.id && (
								<span className="max-w-28 truncate text-12 text-ink-faint">{choice.project_title}</span>
							)}
						</Combobox.Item>
					)}
				</Combobox.List>
			</div>
		</Combobox.Root>
	);
}

function focusOnce(input: HTMLInputElement | null): void {
	input?.focus();
}
