import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { Select } from "../design/fields.tsx";
import { useProjectRows } from "../entities/use-entities.ts";
import { useKindList } from "../entities/use-kinds.ts";
import { useProject, useProjectGraph } from "./use-project.ts";

/** Returns the kind a view shows, with its rows: the one the address names, or the most numerous one. */
export function useShownKind(fits: (kind: Kind) => boolean = () => true) {
	const projectId = useProject().data?.id;
	const { kind: named } = useSearch({ strict: false });
	const kinds = useKindList().data;
	const coverage = useProjectGraph(projectId, "light").data?.coverage;
	/** The kinds that the project has entities of, the most numerous first. */
	const choices = (kinds ?? [])
		.filter((kind) => coverage?.[kind.plural] !== undefined && fits(kind))
		.sort((a, b) => (coverage?.[b.plural]?.total ?? 0) - (coverage?.[a.plural]?.total ?? 0));
	const kind = choices.find((choice) => choice.kind === named) ?? choices[0];
	const rows = useProjectRows({ projectId: kind && projectId, ...(kind && { kind: kind.kind }) });
	return { kind, choices, rows };
}

export function KindSelect({ kind, choices }: Pick<ReturnType<typeof useShownKind>, "kind" | "choices">) {
	const navigate = useNavigate();
	return (
		<Select
			aria-label="Type to show"
			value={kind?.kind ?? ""}
			onChange={(next) =>
				void navigate({
					to: ".",
					search: ({ beside }) => ({ kind: next, ...(beside && { beside }) }),
					replace: true,
				})
			}
			className="h-8 rounded-md border border-line bg-surface px-2 text-13 first-letter:uppercase max-md:h-10"
			options={choices.map(({ kind, label }) => [kind, label])}
		/>
	);
}
