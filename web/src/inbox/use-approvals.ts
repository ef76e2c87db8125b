import { useQuery } from "@tanstack/react-query";
import { listApprovals } from "../api/inbox-calls.ts";

/** An agent outside can propose something at any time; nothing else would tell. */
const askEvery = 60_000;

/** The proposed writes that wait for a word of the person who is signed in. */
export function useApprovals() {
	return useQuery({
		queryKey: ["approvals"],
		queryFn: ({ signal }) => listApprovals({ signal }),
		refetchInterval: askEvery,
	});
}
