import { Menu } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { menuLook } from "./controls.ts";

interface MenuButtonProps extends Omit<ComponentProps<typeof Menu.Trigger>, "children"> {
	readonly align?: "start" | "end";
	/** The words of the button, where `render` does not bring its own. */
	readonly words?: ReactNode;
	/** The items. */
	readonly children: ReactNode;
}

/** A button that opens a menu. */
export const MenuButton = ({ align = "start", words, children, ...trigger }: MenuButtonProps) => (
	<Menu.Root>
		<Menu.Trigger {...trigger}>{words}</Menu.Trigger>
		<Menu.Portal>
			<Menu.Positioner sideOffset={4} align={align} className="z-50">
				<Menu.Popup className={menuLook}>{children}</Menu.Popup>
			</Menu.Positioner>
		</Menu.Portal>
	</Menu.Root>
);
