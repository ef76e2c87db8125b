import { KindSelect } from "./kind-select.tsx";
import { ProjectSelect } from "./project-select.tsx";

interface KindAndProjectProps {
	readonly kind: string;
	readonly project: string;
	readonly onNarrow: (part: { readonly kind?: string; readonly project?: string }) => void;
}

/** Two of the filters of a list: of which type, and in which project. */
export const KindAndProject = ({ kind, project, onNarrow }: KindAndProjectProps) => (
	<>
		<KindSelect label="Type" none="All types" value={kind} onChange={(next) => onNarrow({ kind: next })} />
		<ProjectSelect
			aria-label="Project"
			none="All projects"
			value={project}
			onChange={(next) => onNarrow({ project: next })}
		/>
	</>
);
