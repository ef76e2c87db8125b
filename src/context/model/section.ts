import type { ContextSection } from "./payload.ts";
import type { BudgetCategory } from "./request.ts";

export type SectionType = ContextSection["type"];

/** Runs of the text that change at different times; the end of each is a place to cache up to. */
export type LayerName = "system" | "workspace" | "history" | "turn";

export interface SectionLayout {
	readonly type: SectionType;
	readonly title: string;
	/** As printed, with what the model should know about the section. */
	readonly opening: string;
	readonly category: BudgetCategory;
	readonly layer: LayerName;
	/** Entities requested by name: they may take room that the other sections leave. */
	readonly grows?: true;
	/** An entity that another section shows is only a reference here: one line that counts as frame. */
	readonly refers?: true;
}

/**
 * The order of the text, from what stays the same between two turns to what does not. A volatile section placed
 * early would make the provider's prompt cache miss everything behind it.
 */
const ROWS: readonly (Omit<SectionLayout, "opening"> & Partial<Pick<SectionLayout, "opening">>)[] = [
	{ type: "system", title: "System", opening: "", category: "system", layer: "system" },
	{
		...{ type: "project", title: "Project", opening: "", category: "focus", layer: "workspace" },
		...{ grows: true, refers: true },
	},
	{ type: "focus", title: "Focused Content", category: "focus", layer: "workspace", grows: true },
	{
		...{ type: "linked", title: "Linked Entities", opening: "", category: "relations", layer: "workspace" },
		refers: true,
	},
	{ type: "relations", title: "Connected Items", category: "relations", layer: "workspace", grows: true },
	{
		...{ type: "pinned", title: "Notes pinned by user", category: "focus", layer: "workspace", grows: true },
		opening:
			"## Notes pinned by user\nThe reader attached these notes to the conversation. Take them as the first source.\n\n",
	},
	{
		...{ type: "entities", title: "Entity context", category: "relations", layer: "workspace", grows: true },
		opening:
			"## Entity context\nEntities that were mentioned, and what they refer to. Name one by its [id:...] when you assign or link it.\n\n",
	},
	{
		...{ type: "notes", title: "Notes linked via entity fields", category: "relations", layer: "workspace" },
		opening:
			"## Notes linked via entity fields\nFields of the entities above hold these notes; nobody attached them by hand.\n\n",
		grows: true,
	},
	{ type: "history", title: "Conversation", category: "history", layer: "history" },
	{ type: "semantic", title: "Related Content", category: "semantic", layer: "turn" },
	{ type: "activity", title: "Recent Activity", category: "activity", layer: "turn", refers: true },
];

/** A section opens with its title, unless its row says otherwise. */
export const SECTIONS: readonly SectionLayout[] = ROWS.map((row) => ({
	...{ opening: `### ${row.title}\n\n`, ...row },
}));

const LAYOUTS = new Map(SECTIONS.map((layout) => [layout.type, layout]));

export const layoutOf = (type: SectionType): SectionLayout => LAYOUTS.get(type) as SectionLayout;

export const categoryOf = (type: SectionType): BudgetCategory => layoutOf(type).category;
