import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { PanelRight, SquarePen } from "lucide-react";
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type OmittedItem, ProblemError } from "../api.ts";
import { IconButton } from "../design/icon-button.tsx";
import { nameShortcut, useShortcut } from "../design/use-shortcut.ts";
import { useEntity } from "../entities/use-entity.ts";
import { BudgetRing } from "../inspector/budget-ring.tsx";
import { type Inspected, Inspector } from "../inspector/inspector.tsx";
import { useDryRun } from "../inspector/use-dry-run.ts";
import { Columns } from "../shell/columns.tsx";
import { PageHeader } from "../shell/page-header.tsx";
import { usePanelState } from "../shell/panels-context.ts";
import { useGo } from "../shell/use-go.ts";
import { useMe } from "../shell/use-me.ts";
import { preloadAnswer } from "./answer.tsx";
import { Composer } from "./composer.tsx";
import { ConversationView } from "./conversation-view.tsx";
import type { Draft, FocusChoice } from "./draft.ts";
import { exampleQuestions } from "./example-questions.ts";
import { Home } from "./home.tsx";
import { useConversation } from "./use-conversation.ts";
import { useDraft } from "./use-draft.ts";

const draftOnly: Inspected = { turnId: null, summoned: null };

interface ChatPageProps {
	/** The chat to go on with; null begins one with its first question. */
	readonly chatId: string | null;
}

/** The question and its answers, and beside them what the model reads. */
export function ChatPage(_props: ChatPageProps) {
	const me = useMe();
	const go = useGo();
	const state = useDraft();
	const { draft } = state;
	const [inspected, setInspected] = useState<Inspected>(draftOnly);
	const question = useRef<HTMLTextAreaElement>(null);
	const summons = useRef(0);
	const conversation = useConversation();
	const dryRun = useDryRun(draft);
	const panels = usePanelState();
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

	useAskedAbout(focusOn, (text) => state.change({ ...draft, text }));
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
		<Columns
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
		>
			<PageHeader>
				<span className="flex-1" />
				{turns.length > 0 && (
					<IconButton
						icon={SquarePen}
						label="New question"
						shortcut={nameShortcut("j")}
						onClick={() => go.ask()}
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
			</PageHeader>
			{turns.length === 0 ? (
				<Home
					composer={composer}
					examples={examples}
					onAsk={(text) => ask({ ...draft, text })}
					onOpen={(entity) => go.beside(entity.ref)}
				/>
			) : (
				<>
					<ConversationView turns={turns} onInspect={inspect} onAskAgain={conversation.askAgain} />
					<div className="mx-auto w-full max-w-3xl shrink-0 px-6 pb-5 max-md:px-3 max-md:pb-2">
						{composer}
					</div>
				</>
			)}
		</Columns>
	);
}

/** At once, so that no keystroke goes elsewhere; and again after drawing, when the field may have been replaced. */
function focusNow(field: RefObject<HTMLElement | null>): void {
	field.current?.focus();
	requestAnimationFrame(() => field.current?.focus());
}

/** An address can say what the question is about and how it begins. */
function useAskedAbout(focusOn: (choice: FocusChoice) => void, write: (text: string) => void): void {
	const { about, q } = useSearch({ strict: false });
	const entity = useEntity(about ?? null);
	const found = entity.data;
	const focus = useEffectEvent(focusOn);
	const begin = useEffectEvent(write);
	// The words first: writing them replaces the draft, and with it a focus set before.
	useEffect(() => {
		if (q !== undefined) begin(q);
	}, [q]);
	useEffect(() => {
		if (found !== undefined) focus({ id: found.id, kind: found.kind, title: found.title });
	}, [found]);
}

/** A question can be the first call to learn that the session has ended: asking who is here leads to the sign-in page. */
function useSignOut(error: Error | null): void {
	const queries = useQueryClient();
	const signedOut = error instanceof ProblemError && error.status === 401;
	useEffect(() => {
		if (signedOut) void queries.invalidateQueries({ queryKey: ["me"] });
	}, [signedOut, queries]);
}
