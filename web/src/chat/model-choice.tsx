import { useModels } from "../models/use-models.ts";

interface ModelChoiceProps {
	/** Null leaves it to the workspace. */
	readonly model: string | null;
	readonly onChange: (model: string | null) => void;
}

/** Which model is asked, where there is more than one to choose from. */
export function ModelChoice({ model, onChange }: ModelChoiceProps) {
	const { data } = useModels();
	const ready = data?.models.filter((candidate) => candidate.ready) ?? [];
	if (ready.length < 2) return null;
	const usual = data?.chain[0];
	return (
		<select
			aria-label="Model to ask"
			value={model ?? usual ?? ""}
			onChange={(event) => onChange(event.target.value === usual ? null : event.target.value)}
			className="field-sizing-content h-7 min-w-0 max-w-44 truncate rounded-md bg-transparent px-1 text-13 text-ink-soft hover:bg-hover hover:text-ink"
		>
			{ready.map(({ id, model: name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</select>
	);
}
