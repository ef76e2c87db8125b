import { useQuery } from "@tanstack/react-query";
import { getModels } from "../api/model-calls.ts";

export function useModels() {
	return useQuery({
		queryKey: ["models"],
		queryFn: ({ signal }) => getModels({ signal }),
		staleTime: 60_000,
	});
}
