import {
	Activity,
	Book,
	Box,
	Briefcase,
	Building2,
	Calendar,
	CircleCheck,
	CircleDot,
	ClipboardList,
	Columns3,
	Compass,
	Database,
	File,
	FileOutput,
	FileText,
	Flag,
	FolderKanban,
	Gavel,
	GitBranch,
	Goal,
	Layers,
	Lightbulb,
	Link,
	ListChecks,
	ListTodo,
	type LucideIcon,
	Map as MapIcon,
	MessageSquare,
	Milestone,
	Network,
	NotebookText,
	Package,
	PackageCheck,
	PanelTop,
	Radio,
	RadioTower,
	Route,
	Scale,
	ScrollText,
	Shapes,
	ShieldAlert,
	Signpost,
	SquareCheck,
	StickyNote,
	Tag,
	Target,
	TriangleAlert,
	User,
	UserRound,
	Users,
	UsersRound,
	Zap,
} from "lucide-react";
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
	const Icon = kindIcons[icon] ?? Shapes;
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
const kindIcons: Readonly<Record<string, LucideIcon>> = {
	activity: Activity,
	book: Book,
	box: Box,
	briefcase: Briefcase,
	"building-2": Building2,
	calendar: Calendar,
	"circle-check": CircleCheck,
	"circle-dot": CircleDot,
	"clipboard-list": ClipboardList,
	"columns-3": Columns3,
	compass: Compass,
	database: Database,
	file: File,
	"file-output": FileOutput,
	"file-text": FileText,
	flag: Flag,
	"folder-kanban": FolderKanban,
	gavel: Gavel,
	"git-branch": GitBranch,
	goal: Goal,
	layers: Layers,
	lightbulb: Lightbulb,
	link: Link,
	"list-checks": ListChecks,
	"list-todo": ListTodo,
	map: MapIcon,
	"message-square": MessageSquare,
	milestone: Milestone,
	network: Network,
	"notebook-text": NotebookText,
	package: Package,
	"package-check": PackageCheck,
	"panel-top": PanelTop,
	radio: Radio,
	"radio-tower": RadioTower,
	route: Route,
	scale: Scale,
	"scroll-text": ScrollText,
	shapes: Shapes,
	"shield-alert": ShieldAlert,
	signpost: Signpost,
	"square-check": SquareCheck,
	"sticky-note": StickyNote,
	tag: Tag,
	target: Target,
	"triangle-alert": TriangleAlert,
	user: User,
	"user-round": UserRound,
	users: Users,
	"users-round": UsersRound,
	zap: Zap,
};
