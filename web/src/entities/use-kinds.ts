import { createContext, use, useMemo } from "react";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { spellKey } from "../design/format.tsx";

export const useKindList = () => useRead(["kinds"], skein.kinds.list, { staleTime: 5 * 60_000 });

export type FindKind = (kind: string) => Kind;

const KindsContext = createContext<FindKind>(describeUnknown);

export const KindsProvider = KindsContext.Provider;

/** Read once for the whole app: if every icon subscribed to the list itself, long tables would be slow. */
export function useFindKind(): FindKind {
	const { data } = useKindList();
	return useMemo(() => {
		const declared = new Map((data ?? []).map((kind) => [kind.kind, kind]));
		return (kind) => declared.get(kind) ?? describeUnknown(kind);
	}, [data]);
}

/** Finds the declaration of a kind; one that the server has not declared gets a name and a neutral look. */
export function useKinds(): FindKind {
	return use(KindsContext);
}

function describeUnknown(kind: string): Kind {
	const label = spellKey(kind);
	return {
		...{ kind, label, plural: label, icon: "shapes", hue: 275, states: [], fields: [], built_in: false },
		...{ start_field: null, due_field: null, assignee_field: null, light_fields: [] },
	};
}
