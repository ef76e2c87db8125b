import { Select } from "../design/fields.tsx";
import { spellKey } from "../design/format.tsx";
import { useKindList } from "./use-kinds.ts";

interface KindSelectProps {
	readonly label: string;
	/** The label of the choice "none". */
	readonly none: string;
	/** A kind; empty for none. */
	readonly value: string;
	readonly onChange: (kind: string) => void;
}

export function KindSelect({ label, none, value, onChange }: KindSelectProps) {
	const kinds = useKindList().data ?? [];
	const options = kinds.map(({ kind, plural }) => [kind, spellKey(plural)] as const);
	return <Select aria-label={label} value={value} onChange={onChange} none={none} options={options} />;
}
