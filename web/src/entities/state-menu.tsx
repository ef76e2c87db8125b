import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { menuItemLook } from "../design/controls.ts";
import { spellKey } from "../design/format.tsx";
import { MenuButton } from "../design/menu-button.tsx";
import { useEdits } from "./edits.tsx";
import { StateMark } from "./marks.tsx";
import { useKinds } from "./use-kinds.ts";

/** The state of an entity, with a menu to change it. */
export function StateMenu({ entity }: { readonly entity: Entity }) {
	const edits = useEdits();
	const { states } = useKinds()(entity.kind);
	if (states.length === 0) return null;
	const current = entity.state_key;
	return (
		<MenuButton
			aria-label={`State: ${current === null ? "none" : spellKey(current)}. Change it`}
			className="inline-flex h-6 items-center rounded-md px-1.5 text-12 text-ink-faint hover:bg-hover max-md:h-9"
			words={current === null ? "Set a state" : <StateMark kind={entity.kind} state={current} />}
		>
			<Menu.RadioGroup
				value={current ?? ""}
				onValueChange={(state: string) =>
					void edits.change(entity, { state_key: state }, `“${entity.title}”: ${spellKey(state)}.`)
				}
			>
				{states.map(({ key }) => (
					<Menu.RadioItem key={key} value={key} closeOnClick className={menuItemLook}>
						<span className="flex-1">
							<StateMark kind={entity.kind} state={key} />
						</span>
						<Menu.RadioItemIndicator>
							<Check aria-hidden size={14} className="text-accent-ink" />
						</Menu.RadioItemIndicator>
					</Menu.RadioItem>
				))}
			</Menu.RadioGroup>
		</MenuButton>
	);
}
