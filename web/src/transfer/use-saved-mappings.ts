import type { TableMapping } from "../../../src/graph/transfer/source/table-mapping.ts";
import { useStoredState } from "../design/use-stored-state.ts";

type Saved = Readonly<Record<string, TableMapping>>;

/** How tables were read before, by the names that were given to it, in this browser. */
export function useSavedMappings(): {
	readonly saved: Saved;
	readonly save: (name: string, mapping: TableMapping) => void;
} {
	const [saved, store] = useStoredState<Saved>("import-columns", {});
	return { saved, save: (name, mapping) => store({ ...saved, [name]: mapping }) };
}
