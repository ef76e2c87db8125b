import { Select } from "../design/fields.tsx";
import type { ShownKind } from "./use-shown-kind.ts";

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
