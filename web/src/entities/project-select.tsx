import { Select } from "../design/fields.tsx";
import { useEntities } from "./use-entities.ts";

interface ProjectSelectProps {
	/** Shown above it; without one, `aria-label` names it. */
	readonly label?: string;
	readonly "aria-label"?: string;
	/** The label of the choice "none". */
	readonly none: string;
	/** An id; empty for none. */
	readonly value: string;
	readonly onChange: (id: string) => void;
}

export function ProjectSelect({ none, value, onChange, ...names }: ProjectSelectProps) {
	const projects = useEntities({ kind: "project", limit: 200 }).data?.entities ?? [];
	return (
		<Select
			{...names}
			value={value}
			onChange={onChange}
			none={none}
			options={projects.map(({ id, title }) => [id, title])}
		/>
	);
}
