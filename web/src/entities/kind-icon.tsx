import * as lucide from "lucide-react";
import type { CSSProperties } from "react";
import { useKinds } from "./use-kinds.ts";

interface KindIconProps {
	readonly kind: string;
	readonly size?: number;
	/** Names the kind to screen readers; leave it out where text next to the icon already does. */
	readonly named?: boolean;
}

export function KindIcon({ kind, size = 15, named = false }: KindIconProps) {
	const { icon, hue, label } = useKinds()(kind);
	const Icon = kindIcons[icon] ?? lucide.Shapes;
	return (
		<span
			className="hued inline-grid shrink-0 place-items-center text-hue-ink"
			style={{ "--hue": hue } as CSSProperties}
			title={label}
		>
			<Icon aria-hidden size={size} strokeWidth={1.75} />
			{named && <span className="sr-only">{label}: </span>}
		</span>
	);
}

/** The icons a kind may name. One that is not here shows as plain shapes rather than loading a thousand icons. */
const kindIcons: Readonly<Record<string, lucide.LucideIcon>> = {
	activity: lucide.Activity,
	book: lucide.Book,
	box: lucide.Box,
	briefcase: lucide.Briefcase,
	"building-2": lucide.Building2,
	calendar: lucide.Calendar,
	"circle-check": lucide.CircleCheck,
	"circle-dot": lucide.CircleDot,
	"clipboard-list": lucide.ClipboardList,
	"columns-3": lucide.Columns3,
	compass: lucide.Compass,
	database: lucide.Database,
	file: lucide.File,
	"file-output": lucide.FileOutput,
	"file-text": lucide.FileText,
	flag: lucide.Flag,
	"folder-kanban": lucide.FolderKanban,
	gavel: lucide.Gavel,
	"git-branch": lucide.GitBranch,
	goal: lucide.Goal,
	layers: lucide.Layers,
	lightbulb: lucide.Lightbulb,
	link: lucide.Link,
	"list-checks": lucide.ListChecks,
	"list-todo": lucide.ListTodo,
	map: lucide.Map,
	"message-square": lucide.MessageSquare,
	milestone: lucide.Milestone,
	network: lucide.Network,
	"notebook-text": lucide.NotebookText,
	package: lucide.Package,
	"package-check": lucide.PackageCheck,
	"panel-top": lucide.PanelTop,
	radio: lucide.Radio,
	"radio-tower": lucide.RadioTower,
	route: lucide.Route,
	scale: lucide.Scale,
	"scroll-text": lucide.ScrollText,
	shapes: lucide.Shapes,
	"shield-alert": lucide.ShieldAlert,
	signpost: lucide.Signpost,
	"square-check": lucide.SquareCheck,
	"sticky-note": lucide.StickyNote,
	tag: lucide.Tag,
	target: lucide.Target,
	"triangle-alert": lucide.TriangleAlert,
	user: lucide.User,
	"user-round": lucide.UserRound,
	users: lucide.Users,
	"users-round": lucide.UsersRound,
	zap: lucide.Zap,
};
