import { Menu } from "@base-ui/react/menu";
import { Ellipsis, MessageCircleQuestion, Trash2 } from "lucide-react";
import type { Ref } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { menuItemLook } from "../design/controls.ts";
import { MenuButton } from "../design/menu-button.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { useGo } from "../route/use-go.ts";
import { useEdits } from "./edits.tsx";

/** Opens and closes the chat next to an entity. */
export interface ChatControl {
	readonly open: boolean;
	readonly toggle: () => void;
	readonly trigger: Ref<HTMLButtonElement>;
}

interface EntityActionsProps {
	readonly entity: Entity;
	readonly onRemoved: () => void;
	/** Given where a chat fits next to the entity; elsewhere a question has a page of its own. */
	readonly chat?: ChatControl | undefined;
}

export function EntityActions({ entity, onRemoved, chat }: EntityActionsProps) {
	const go = useGo();
	const edits = useEdits();
	return (
		<>
			<TextButton
				ref={chat?.trigger}
				aria-expanded={chat?.open}
				title={chat && `Ask about it (${nameShortcut("i")})`}
				onClick={chat?.toggle ?? (() => go.ask({ about: entity.ref }))}
			>
				<MessageCircleQuestion aria-hidden size={14} /> Ask about it
			</TextButton>
			<MenuButton align="end" render={<IconButton icon={Ellipsis} label="More" />}>
				<Menu.Item
					className={menuItemLook}
					onClick={() => void navigator.clipboard.writeText(`${location.origin}/entities/${entity.ref}`)}
				>
					Copy the address
				</Menu.Item>
				<Menu.Item
					className={menuItemLook}
					onClick={() => void navigator.clipboard.writeText(`[[${entity.title}]]`)}
				>
					Copy as a link for texts
				</Menu.Item>
				<Menu.Item
					className={`${menuItemLook} text-bad-ink`}
					onClick={() => void edits.remove(entity).then((removed) => removed && onRemoved())}
				>
					<Trash2 aria-hidden size={14} /> Put into the trash
				</Menu.Item>
			</MenuButton>
		</>
	);
}
