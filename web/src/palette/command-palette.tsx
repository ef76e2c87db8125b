import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useParams, useSearch } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { Modal } from "../design/dialogs.tsx";
import { CreateDialog } from "../entities/create-dialog.tsx";
import { AddLink } from "../entities/entity-picker.tsx";
import { useEntity } from "../entities/use-entities.ts";
import { type Command, useCommands } from "./use-commands.ts";

type Mode = "list" | "create" | "link";

/** Every command in one field: go to, create, link, set a state, ask, search, run a query. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
	const [query, setQuery] = useState("");
	const [mode, setMode] = useState<Mode>("list");
	const subject = useSubject();
	const groups = useCommands({ query, subject, onMode: setMode });
	useReturn();

	if (mode === "create") {
		return (
			<CreateDialog
				title={query.trim()}
				{...(subject?.project_id && { projectId: subject.project_id })}
				onClose={onClose}
			/>
		);
	}
	if (mode === "link" && subject !== null) {
		return (
			<Modal open onClose={onClose} title={`Link “${subject.title}”`}>
				<AddLink entity={subject} onDone={onClose} />
			</Modal>
		);
	}

	function run(command: Command) {
		if (command.staysOpen !== true) onClose();
		command.run();
	}

	return (
		<Dialog.Root open onOpenChange={(open) => !open && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
				<Dialog.Popup
					aria-label="Find or do"
					className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(640px,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift outline-none max-md:top-3"
				>
					<Autocomplete.Root
						open
						inline
						items={groups}
						value={query}
						onValueChange={setQuery}
						filter={null}
						itemToStringValue={(command: Command) => command.label}
						autoHighlight="always"
						keepHighlight
					>
						<div className="flex shrink-0 items-center gap-2 border-b border-line px-3">
							<Search aria-hidden size={16} className="text-ink-faint" />
							<Autocomplete.Input
								ref={focusNow}
								aria-label="Find or do"
								placeholder="Go to, make, link, ask, search, or a query that begins with SELECT"
								className="h-12 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-faint"
							/>
						</div>
						<Autocomplete.Empty className="px-4 py-4 text-13 text-ink-faint empty:hidden">
							Nothing fits these words.
						</Autocomplete.Empty>
						<Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-1 outline-none">
							{(group: (typeof groups)[number]) => (
								<Autocomplete.Group key={group.value} items={group.items}>
									<Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-12 font-medium text-ink-faint">
										{group.value}
									</Autocomplete.GroupLabel>
									<Autocomplete.Collection>
										{(command: Command) => (
											<Autocomplete.Item
												key={command.id}
												value={command}
												onClick={() => run(command)}
												className="flex h-9 items-center gap-2 rounded-md px-2 text-14 outline-none data-highlighted:bg-hover"
											>
												<span className="grid size-5 shrink-0 place-items-center text-ink-faint">
													{command.icon}
												</span>
												<span className="min-w-0 flex-1 truncate">{command.label}</span>
												{command.hint !== undefined && (
													<span className="max-w-40 truncate text-12 text-ink-faint">{command.hint}</span>
												)}
											</Autocomplete.Item>
										)}
									</Autocomplete.Collection>
								</Autocomplete.Group>
							)}
						</Autocomplete.List>
					</Autocomplete.Root>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	);
}

/** Focused while it is drawn, not a frame later: the next key belongs to the palette. */
function focusNow(input: HTMLInputElement | null): void {
	input?.focus();
}

/** A person who ran no command gets the focus back where it was; a command may have moved it elsewhere. */
function useReturn(): void {
	const [before] = useState(() => document.activeElement);
	useEffect(
		() => () => {
			const left = document.activeElement === null || document.activeElement === document.body;
			if (left && before instanceof HTMLElement) before.focus();
		},
		[before],
	);
}

/** The entity that a command acts on: the one in the side panel, or the one the page is about. */
function useSubject(): Entity | null {
	const { beside } = useSearch({ strict: false });
	const { ref } = useParams({ strict: false });
	return useEntity(beside ?? ref ?? null).data ?? null;
}
