import { Menu } from "@base-ui/react/menu";
import { Check, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { TextButton } from "../design/buttons.tsx";
import { menuItemLook } from "../design/controls.ts";
import { MenuButton } from "../design/menu-button.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { nameRelation } from "../entities/names.ts";
import { useKinds } from "../entities/use-kinds.ts";
import type { GraphCanvasProps, Hidden } from "./graph-canvas.tsx";

type GraphFiltersProps = Pick<GraphCanvasProps, "nodes" | "edges" | "hidden"> & {
	readonly onHide: (hidden: Hidden) => void;
};

/** Which types and relations a graph shows. */
export function GraphFilters({ nodes, edges, hidden, onHide }: GraphFiltersProps) {
	const kinds = useKinds();
	return (
		<>
			<FilterMenu
				label="Types"
				names={[...new Set(nodes.map(({ kind }) => kind))]}
				hidden={hidden.kinds}
				onHide={(kinds) => onHide({ ...hidden, kinds })}
				print={(kind) => (
					<>
						<KindIcon kind={kind} size={14} /> {kinds(kind).label}
					</>
				)}
			/>
			<FilterMenu
				label="Relations"
				names={[...new Set(edges.map(({ rel }) => rel))].sort()}
				hidden={hidden.relations}
				onHide={(relations) => onHide({ ...hidden, relations })}
				print={(rel) => nameRelation(rel, "outgoing")}
			/>
		</>
	);
}

interface FilterMenuProps {
	readonly label: string;
	readonly names: readonly string[];
	readonly hidden: ReadonlySet<string>;
	readonly onHide: (hidden: ReadonlySet<string>) => void;
	readonly print: (name: string) => ReactNode;
}

function FilterMenu({ label, names, hidden, onHide, print }: FilterMenuProps) {
	function toggle(name: string, shown: boolean) {
		const next = new Set(hidden);
		if (shown) next.delete(name);
		else next.add(name);
		onHide(next);
	}
	return (
		<MenuButton
			render={<TextButton />}
			words={
				<>
					<ListFilter aria-hidden size={14} /> {label}
					{hidden.size > 0 && <span className="tabular-nums">({hidden.size} hidden)</span>}
				</>
			}
		>
			{names.map((name) => (
				<Menu.CheckboxItem
					key={name}
					checked={!hidden.has(name)}
					onCheckedChange={(shown) => toggle(name, shown)}
					className={menuItemLook}
				>
					<span className="grid size-4 place-items-center">
						<Menu.CheckboxItemIndicator>
							<Check aria-hidden size={14} className="text-accent-ink" />
						</Menu.CheckboxItemIndicator>
					</span>
					{print(name)}
				</Menu.CheckboxItem>
			))}
		</MenuButton>
	);
}
