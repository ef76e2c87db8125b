import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Kind } from "../api/api.ts";
import { Select } from "../design/fields.tsx";
import { useKindList } from "../entities/use-kinds.ts";
import { useProjectGraph } from "./use-project.ts";

export interface ShownKind {
	readonly kind: Kind | undefined;
	/** The kinds that the project has entities of, the most numerous first. */
	readonly choices: readonly Kind[];
	readonly choose: (kind: string) => void;
}

/** Returns the kind a view shows: the one the address names, or the most numerous one. */
export function useShownKind(
	projectId: string | undefined,
	fits: (kind: Kind) => boolean = () => true,
): ShownKind {
	const navigate = useNavigate();
	const { kind: named } = useSearch({ strict: false });
	const kinds = useKindList().data;
	const coverage = useProjectGraph(projectId, "light").data?.coverage;
	const choices = (kinds ?? [])
		.filter((kind) => coverage?.[kind.plural] !== undefined && fits(kind))
		.sort((a, b) => (coverage?.[b.plural]?.total ?? 0) - (coverage?.[a.plural]?.total ?? 0));
	const kind = choices.find((choice) => choice.kind === named) ?? choices[0];
	const choose = useMemo(
		() => (next: string) =>
			void navigate({
				to: ".",
				search: ({ beside }) => ({ kind: next, ...(beside && { beside }) }),
				replace: true,
			}),
		[navigate],
	);
	return { kind, choices, choose };
}

export function KindSelect({ shown }: { readonly shown: ShownKind }) {
	return (
		<Select
			aria-label="Type to show"
			value={shown.kind?.kind ?? ""}
			onChange={(value) => shown.choose(value)}
			className="h-8 rounded-md border border-line bg-surface px-2 text-13 first-letter:uppercase max-md:h-10"
			options={shown.choices.map(({ kind, label }) => [kind, label])}
		/>
	);
}
