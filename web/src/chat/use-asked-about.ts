import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { listBlocks } from "../api/entity-calls.ts";
import type { FocusChoice } from "../conversation/draft.ts";
import { useEntity } from "../entities/use-entity.ts";

/** An address can say what the question is about, which paragraph of it, and how it begins. */
export function useAskedAbout(focusOn: (choice: FocusChoice) => void, write: (text: string) => void): void {
	const { about, block: blockId, q } = useSearch({ strict: false });
	const found = useEntity(about ?? null).data;
	const blocks = useQuery({
		queryKey: ["blocks", about],
		queryFn: ({ signal }) => listBlocks(about ?? "", { signal }),
		enabled: about !== undefined && blockId !== undefined,
	});
	const block = blocks.data?.find(({ id }) => id === blockId);
	const focus = useEffectEvent(focusOn);
	const begin = useEffectEvent(write);
	useEffect(() => {
		if (q !== undefined) begin(q);
	}, [q]);
	useEffect(() => {
		if (found === undefined) return;
		const { id, kind, title } = found;
		focus({ id, kind, title, ...(block && { block: { id: block.id, text: block.text } }) });
	}, [found, block]);
}
