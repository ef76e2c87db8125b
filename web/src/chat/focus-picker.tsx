import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, Globe, Search } from "lucide-react";
import { useState } from "react";
import type { FocusChoice } from "../conversation/draft.ts";
import { useStoredState } from "../design/use-stored-state.ts";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useSuggestions } from "../entities/use-suggestions.ts";

interface FocusPickerProps {
	readonly focus: FocusChoice | null;
	readonly onChange: (focus: FocusChoice | null) => void;
}

interface Choice extends FocusChoice {
	readonly hint?: string;
}

const wholeWorkspace: Choice = { id: "", kind: "", title: "Whole workspace" };
const recentLimit = 5;

/** Chooses the focus of the question. */
export function FocusPicker({ focus, onChange }: FocusPickerProps) {
	const [query, setQuery] = useState("");
	const [open, setOpen] = useState(false);
	const [recent, setRecent] = useStoredState<readonly FocusChoice[]>("recent-focus", []);
	const { choices, failed } = useChoices({ query, open, recent });

	function choose(choice: Choice | null) {
		if (choice === null) return;
		const next = choice.id === "" ? null : { id: choice.id, kind: choice.kind, title: choice.title };
		if (next !== null) {
			setRecent([next, ...recent.filter((past) => past.id !== next.id)].slice(0, recentLimit));
		}
		onChange(next);
	}

	return (
		<Combobox.Root
			items={choices}
			filter={null}
			value={focus ?? wholeWorkspace}
			onValueChange={choose}
			inputValue={query}
			onInputValueChange={setQuery}
			open={open}
			onOpenChange={(next) => {
				setOpen(next);
				if (!next) setQuery("");
			}}
			itemToStringLabel={(choice: Choice) => choice.title}
			isItemEqualToValue={(choice, value) => choice.id === value.id}
			autoHighlight
		>
			<Combobox.Trigger
				aria-label={`Focus: ${(focus ?? wholeWorkspace).title}. Change what the question is about`}
				className="flex h-7 min-w-0 max-w-64 items-center gap-1.5 rounded-md px-2 text-13 text-ink-soft hover:bg-hover hover:text-ink"
			>
				<ChoiceIcon choice={focus ?? wholeWorkspace} />
				<span className="truncate">{(focus ?? wholeWorkspace).title}</span>
				<ChevronDown aria-hidden size={14} className="shrink-0 text-ink-faint" />
			</Combobox.Trigger>
			<Combobox.Portal>
				<Combobox.Positioner align="start" sideOffset={6} className="z-50 outline-none">
					<Combobox.Popup
						aria-label="Choose a focus"
						className="w-80 max-w-[calc(100vw-2rem)] overflow-hidden rounded-md border border-line bg-surface shadow-lift transition-opacity duration-100 data-starting-style:opacity-0"
					>
						<div className="flex items-center gap-2 border-b border-line px-3">
							<Search aria-hidden size={14} className="text-ink-faint" />
							<Combobox.Input
								aria-label="Find a focus"
								placeholder="Ask about…"
								className="h-9 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-ink-faint max-md:text-16"
							/>
						</div>
						<Combobox.Empty className="px-3 py-3 text-13 text-ink-faint empty:hidden">
							{failed ? "The list could not be loaded. Type again to retry." : "Nothing by that name."}
						</Combobox.Empty>
						<Combobox.List className="max-h-72 overflow-y-auto p-1 outline-none empty:p-0">
							{(choice: Choice) => (
								<Combobox.Item
									key={choice.id}
									value={choice}
									className="flex h-8 items-center gap-2 rounded-md px-2 text-13 outline-none data-highlighted:bg-hover"
								>
									<ChoiceIcon choice={choice} />
									<span className="min-w-0 flex-1 truncate">{choice.title}</span>
									{choice.hint !== undefined && (
										<span className="max-w-28 truncate text-12 text-ink-faint">{choice.hint}</span>
									)}
									<Combobox.ItemIndicator>
										<Check aria-hidden size={14} className="text-accent-ink" />
									</Combobox.ItemIndicator>
								</Combobox.Item>
							)}
						</Combobox.List>
					</Combobox.Popup>
				</Combobox.Positioner>
			</Combobox.Portal>
		</Combobox.Root>
	);
}

function ChoiceIcon({ choice }: { readonly choice: Choice }) {
	if (choice.id !== "") return <KindIcon kind={choice.kind} size={14} />;
	return <Globe aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-faint" />;
}

interface ChoicesOptions {
	readonly query: string;
	readonly open: boolean;
	readonly recent: readonly FocusChoice[];
}

function useChoices({ query, open, recent }: ChoicesOptions): { choices: Choice[]; failed: boolean } {
	const { found: offered, failed } = useSuggestions({ typed: query.trim(), enabled: open });
	const found = offered.map(
		(suggestion): Choice => ({
			id: suggestion.id,
			kind: suggestion.kind,
			title: suggestion.title,
			...(typeof suggestion.project_title === "string" && suggestion.project_id !== suggestion.id
				? { hint: suggestion.project_title }
				: {}),
			...(suggestion.folder !== undefined && { hint: suggestion.folder }),
		}),
	);
	if (query.trim() !== "") return { choices: found, failed };
	const past = recent.map((choice): Choice => ({ ...choice, hint: "recent" }));
	const fresh = found.filter((choice) => !past.some((known) => known.id === choice.id));
	return { choices: [wholeWorkspace, ...past, ...fresh].slice(0, 9), failed };
}
