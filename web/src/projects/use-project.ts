import { useParams } from "@tanstack/react-router";
import { useEntity } from "../entities/use-entities.ts";

/** The project that the page is about. */
export function useProject() {
	const { ref } = useParams({ from: "/projects/$ref" });
	return useEntity(ref);
}
