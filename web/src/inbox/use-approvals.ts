import { useQuery } from "@tanstack/react-query";
import { listApprovals } from "../api/inbox-calls.ts";

/** An external agent can propose something at any time, and the server sends no notice of it. */
const askEvery = 60_000;

/** The proposed writes that wait for a word of the person who is signed in. */
export function useApprovals() {
	return useQuery({
		queryKey: ["approvals"],
		queryFn: ({ signal }) => listApprovals({ signal }),
		refetchInterval: askEvery,
	});
}
