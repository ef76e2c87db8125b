import { fieldLook } from "../design/controls.ts";
import { Labelled } from "../design/labelled.tsx";
import { useEntities } from "./use-entities.ts";

interface ProjectSelectProps {
	readonly label: string;
	/** The label of the choice "none". */
	readonly none: string;
	/** An id; empty for none. */
	readonly value: string;
	readonly onChange: (id: string) => void;
}

export function ProjectSelect({ label, none, value, onChange }: ProjectSelectProps) {
	const projects = useEntities({ kind: "project", limit: 200 }).data?.entities ?? [];
	return (
		<Labelled label={label}>
			<select value={value} onChange={(event) => onChange(event.target.value)} className={fieldLook}>
				<option value="">{none}</option>
				{projects.map(({ id, title }) => (
					<option key={id} value={id}>
						{title}
					</option>
				))}
			</select>
		</Labelled>
	);
}
