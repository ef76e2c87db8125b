import { useQueryClient } from "@tanstack/react-query";
import { PanelLeftOpen, PanelRight, SquarePen } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Me, type OmittedItem, ProblemError } from "../api.ts";
import { preloadAnswer } from "../chat/answer.tsx";
import { Composer } from "../chat/composer.tsx";
import { ConversationView } from "../chat/conversation-view.tsx";
import type { Draft, FocusChoice } from "../chat/draft.ts";
import { exampleQuestions } from "../chat/example-questions.ts";
import { Home } from "../chat/home.tsx";
import { useConversation } from "../chat/use-conversation.ts";
import { useDraft } from "../chat/use-draft.ts";
import { IconButton } from "../design/icon-button.tsx";
import { nameShortcut, useShortcut } from "../design/use-shortcut.ts";
import { BudgetRing } from "../inspector/budget-ring.tsx";
import { type Inspected, Inspector } from "../inspector/inspector.tsx";
import { useDryRun } from "../inspector/use-dry-run.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Navigation } from "./navigation.tsx";
import { Panels } from "./panels.tsx";
import { usePanels } from "./use-panels.ts";

const draftOnly: Inspected = { turnId: null, summoned: null };

/** The one page: navigation, the question and its answers, and what the model reads. */
export function Workbench({ me }: { readonly me: Me }) {
	const state = useDraft();
	const { draft } = state;
	const [inspected, setInspected] = useState<Inspected>(draftOnly);
	const question = useRef<HTMLTextAreaElement>(null);
	const search = useRef<HTMLInputElement>(null);
	const summons = useRef(0);
	const conversation = useConversation();
	const dryRun = useDryRun(draft);
	const panels = usePanels();
	const { turns } = conversation;
	const examples = exampleQuestions(me.workspace.name);
	const newestId = turns.at(-1)?.id ?? null;

	useEffect(preloadAnswer, []);
	useSignOut(turns.at(-1)?.error ?? null);
	// The inspector follows a question as it is sent.
	useEffect(() => {
		setInspected({ turnId: newestId, summoned: null });
		// On a phone, focus would open the keyboard over the answer.
		if (matchMedia("(pointer: fine)").matches) question.current?.focus();
	}, [newestId]);

	const inspect = useCallback(
		(turnId: string | null, itemId: string | null) => {
			summons.current += 1;
			setInspected({ turnId, summoned: itemId === null ? null : { itemId, count: summons.current } });
			panels.show("inspector");
		},
		[panels.show],
	);

	function ask(asked: Draft) {
		conversation.ask(asked);
		state.clear({ focus: asked.focus });
	}

	function startOver() {
		conversation.startOver();
		state.clear();
		panels.hideSheets();
		focusNow(question);
	}

	const focusOn = useCallback(
		(choice: FocusChoice) => {
			state.focusOn(choice);
			setInspected(draftOnly);
			panels.hideSheets();
			focusNow(question);
		},
		[state.focusOn, panels.hideSheets],
	);

	const pin = useCallback(
		({ id, kind = "", title = id }: OmittedItem) => {
			state.mention({ id, kind, title, via: kind === "note" ? "[[" : "@" });
			setInspected(draftOnly);
		},
		[state.mention],
	);

	useShortcut("k", () => {
		panels.show("navigation");
		focusNow(search);
	});
	useShortcut("j", startOver);
	useShortcut("b", () => panels.toggle("navigation"));
	useShortcut("i", () => panels.toggle("inspector"));

	const composer = (
		<Composer
			state={state}
			onAsk={() => ask(draft)}
			onStop={conversation.stop}
			running={conversation.running}
			docked={turns.length > 0}
			inputRef={question}
			gauge={<BudgetRing dryRun={dryRun} onOpen={() => inspect(null, null)} />}
		/>
	);

	return (
		<Panels
			panels={panels}
			navigation={
				<Navigation
					me={me}
					activeId={draft.focus?.id ?? null}
					searchRef={search}
					onOpen={focusOn}
					onNewQuestion={startOver}
					onClose={() => panels.hide("navigation")}
				/>
			}
			inspector={
				<Inspector
					inspected={inspected}
					onInspect={(turnId) => inspect(turnId, null)}
					turns={turns}
					dryRun={dryRun}
					onClose={() => panels.hide("inspector")}
					onFocus={focusOn}
					onPin={pin}
					example={examples[0]}
					onTry={(text) => state.change({ ...draft, text })}
				/>
			}
			bottomBar={
				<BottomBar
					dryRun={dryRun}
					onFind={() => panels.show("navigation")}
					onAsk={startOver}
					onContext={() => panels.show("inspector")}
				/>
			}
		>
			<header className="flex h-12 shrink-0 items-center gap-1 px-2 max-md:hidden">
				{!panels.navigationBeside && (
					<IconButton
						icon={PanelLeftOpen}
						label="Show the navigation"
						shortcut={nameShortcut("b")}
						onClick={() => panels.show("navigation")}
					/>
				)}
				<span className="flex-1" />
				{turns.length > 0 && (
					<IconButton
						icon={SquarePen}
						label="New question"
						shortcut={nameShortcut("j")}
						onClick={startOver}
					/>
				)}
				{!panels.inspectorBeside && (
					<IconButton
						icon={PanelRight}
						label="Show the context inspector"
						shortcut={nameShortcut("i")}
						onClick={() => panels.show("inspector")}
					/>
				)}
			</header>
			{turns.length === 0 ? (
				<Home
					composer={composer}
					examples={examples}
					onAsk={(text) => ask({ ...draft, text })}
					onOpen={focusOn}
				/>
			) : (
				<>
					<ConversationView turns={turns} onInspect={inspect} onAskAgain={conversation.askAgain} />
					<div className="mx-auto w-full max-w-3xl shrink-0 px-6 pb-5 max-md:px-3 max-md:pb-2">
						{composer}
					</div>
				</>
			)}
		</Panels>
	);
}

/** At once, so that no keystroke goes elsewhere; and again after drawing, when the field may have been replaced. */
function focusNow(field: RefObject<HTMLElement | null>): void {
	field.current?.focus();
	requestAnimationFrame(() => field.current?.focus());
}

/** A question can be the first call to learn that the session has ended: asking who is here leads to the sign-in page. */
function useSignOut(error: Error | null): void {
	const queries = useQueryClient();
	const signedOut = error instanceof ProblemError && error.status === 401;
	useEffect(() => {
		if (signedOut) void queries.invalidateQueries({ queryKey: ["me"] });
	}, [signedOut, queries]);
}
