import { useParams, useSearch } from "@tanstack/react-router";
import type { Entity } from "../api/api.ts";
import { useEntity } from "../entities/use-entity.ts";

/** What a command speaks of: the entity beside, or the one the page is about. */
export function useSubject(): Entity | null {
	const { beside } = useSearch({ strict: false });
	const { ref } = useParams({ strict: false });
	return useEntity(beside ?? ref ?? null).data ?? null;
}
