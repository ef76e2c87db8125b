import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { useShortcut } from "../design/use-shortcut.ts";
import type { SidePanel } from "../page/page.tsx";
import { useGo } from "../route/use-go.ts";
import { usePanelState } from "../route/use-panels.ts";

const ChatBeside = lazy(() => import("./chat-beside.tsx").then((module) => ({ default: module.ChatBeside })));

/** The chat next to the page of an entity: the control that opens it, and the panel. */
export function useChatBeside(entity: Entity | undefined) {
	const panels = usePanelState();
	const go = useGo();
	const { beside } = useSearch({ strict: false });
	const trigger = useRef<HTMLButtonElement>(null);
	const [summoned, setSummoned] = useState(false);
	const open = panels.beside.chat && beside === undefined;

	function toggle() {
		if (!panels.roomBeside) return go.ask(entity && { about: entity.ref });
		setSummoned(!open);
		// An entity in the side panel would hide the chat.
		if (beside !== undefined) go.closeBeside();
		if (open) close();
		else panels.show("chat");
	}

	/** A person who was writing in the chat gets the keyboard focus back where it was before. */
	function close() {
		panels.hide("chat");
		trigger.current?.focus();
	}

	useShortcut("i", toggle);
	const side: SidePanel | undefined = entity && {
		panel: "chat",
		label: "Chat",
		content: (
			<Suspense fallback={<div className="skeleton m-4 h-40" />}>
				<ChatBeside key={entity.id} entity={entity} summoned={summoned} onClose={close} />
			</Suspense>
		),
	};
	// Where the screen has no room for a side panel, there is nothing to control.
	return { side, control: panels.roomBeside ? { open, toggle, trigger } : undefined };
}
