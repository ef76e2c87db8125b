import type { ShownKind } from "./use-shown-kind.ts";

export function KindSelect({ shown }: { readonly shown: ShownKind }) {
	return (
		<select
			aria-label="Type to show"
			value={shown.kind?.kind ?? ""}
			onChange={(event) => shown.choose(event.target.value)}
			className="h-8 rounded-md border border-line bg-surface px-2 text-13 first-letter:uppercase max-md:h-10"
		>
			{shown.choices.map(({ kind, label }) => (
				<option key={kind} value={kind}>
					{label}
				</option>
			))}
		</select>
	);
}
