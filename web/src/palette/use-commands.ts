import { useNavigate } from "@tanstack/react-router";
import {
	CircleDot,
	Download,
	Gauge,
	History,
	Import,
	Inbox,
	Link2,
	type LucideIcon,
	MessageCircleQuestion,
	MessagesSquare,
	Moon,
	Plus,
	Search,
	Settings,
	Shapes,
	SquareTerminal,
	StickyNote,
	Trash2,
} from "lucide-react";
import { createElement, type ReactNode } from "react";
import type { Entity } from "../../../src/client/entity-calls.ts";
import { spellKey } from "../design/format.tsx";
import { useEdits } from "../entities/edits.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { useEntities } from "../entities/use-entities.ts";
import { useKinds } from "../entities/use-kinds.ts";
import { useSuggestions } from "../entities/use-suggestions.ts";
import { useGo } from "../route/use-go.ts";
import { useTheme } from "../route/use-theme.ts";
import { hasWords } from "../text/has-words.ts";

export interface Command {
	readonly id: string;
	readonly label: string;
	readonly hint?: string;
	readonly icon: ReactNode;
	readonly run: () => void;
	/** Whether the palette stays open, because the command needs more input. */
	readonly staysOpen?: true;
}

interface CommandGroup {
	readonly value: string;
	readonly items: readonly Command[];
}

interface CommandsOptions {
	readonly query: string;
	readonly subject: Entity | null;
	readonly onMode: (mode: "create" | "link") => void;
}

const draw = (icon: LucideIcon): ReactNode =>
	createElement(icon, { size: 16, strokeWidth: 1.75, "aria-hidden": true });

const make = (id: string, label: string, icon: LucideIcon, run: () => void): Command => ({
	...{ id, label, icon: draw(icon), run },
});

const places = [
	["notes", "Notes", StickyNote, "/notes"],
	["chats", "Chats", MessagesSquare, "/chats"],
	["inbox", "Inbox", Inbox, "/inbox"],
	["types", "Types", Shapes, "/kinds"],
	["activity", "Activity: who changed what", History, "/activity"],
	["trash", "Trash: take out what was deleted", Trash2, "/trash"],
	["import", "Import: bring your own notes", Import, "/settings/import"],
	["export", "Export everything", Download, "/settings/export"],
	["quality", "Quality: how well answers are prepared", Gauge, "/settings/quality"],
	["settings", "Settings", Settings, "/settings/profile"],
] as const;

/** Lists the commands that are possible now, given the text typed and the entity in view. */
export function useCommands({ query, subject, onMode }: CommandsOptions): CommandGroup[] {
	const go = useGo();
	const navigate = useNavigate();
	const edits = useEdits();
	const kinds = useKinds();
	const [theme, setTheme] = useTheme();
	const typed = query.trim();
	const { found } = useSuggestions({ typed });
	const projects = useEntities({ kind: "project", limit: 50 }).data?.entities ?? [];

	const search = () => void navigate({ to: "/search", search: { q: typed } });
	if (/^select\s/i.test(typed)) {
		return [{ value: "Query", items: [make("search", "Run the query", SquareTerminal, search)] }];
	}

	const entities = found.map(
		(entity): Command => ({
			id: entity.id,
			label: entity.title,
			hint:
				entity.project_id === entity.id
					? kinds(entity.kind).label
					: (entity.folder ?? entity.project_title ?? kinds(entity.kind).label),
			icon: createElement(KindIcon, { kind: entity.kind, named: true }),
			run: () => go.full(entity.ref),
		}),
	);
	const aboutSubject: readonly Command[] =
		subject === null
			? []
			: [
					make("ask-about", `Ask about “${subject.title}”`, MessageCircleQuestion, () =>
						go.ask({ about: subject.ref }),
					),
					{
						...make("link", `Link “${subject.title}” to something`, Link2, () => onMode("link")),
						staysOpen: true,
					},
					...kinds(subject.kind)
						.states.filter(({ key }) => key !== subject.state_key)
						.map(
							({ key }): Command => ({
								id: `state-${key}`,
								label: `Set state: ${spellKey(key)}`,
								hint: subject.title,
								icon: draw(CircleDot),
								run: () =>
									void edits.change(subject, { state_key: key }, `“${subject.title}”: ${spellKey(key)}.`),
							}),
						),
				];
	const creating = typed === "" ? "Make something new" : `Make “${typed}”`;
	const create: Command = { ...make("create", creating, Plus, () => onMode("create")), staysOpen: true };
	const switching = projects.map(
		(project): Command => ({
			id: `project-${project.id}`,
			label: `Switch to ${project.title}`,
			hint: "Project",
			icon: createElement(KindIcon, { kind: project.kind }),
			run: () => void navigate({ to: "/projects/$ref/overview", params: { ref: project.ref }, search: {} }),
		}),
	);
	const next = theme === "dark" ? "light" : "dark";
	const goTo = places.map(([id, label, icon, to]) =>
		make(id, label, icon, () => void navigate({ to, search: {} })),
	);
	const changeTheme = make("theme", `Use the ${next} theme`, Moon, () => setTheme(next));
	const asking = typed === "" ? "Ask a question" : `Ask “${typed}”`;
	const ask = make("ask", asking, MessageCircleQuestion, () => go.ask(typed === "" ? {} : { q: typed }));
	const searching = make("search", `Search all texts for “${typed}”`, Search, search);
	const fitting = (commands: readonly Command[]) => commands.filter(({ label }) => hasWords(label, typed));
	const here = { value: "Here", items: fitting(aboutSubject) };
	const there = { value: "Go to", items: entities };
	return [
		// A person who types a name wants that entity; before anything is typed, the entity in view comes first.
		...(typed === "" ? [here, there] : [there, here]),
		{ value: "Do", items: [ask, create, ...(typed === "" ? [] : [searching])] },
		{ value: "Places", items: fitting([...switching, ...goTo, changeTheme]) },
	].filter(({ items }) => items.length > 0);
}
