import { useQuery } from "@tanstack/react-query";
import { listApprovals } from "../api/inbox-calls.ts";

/** An external agent can propose something at any time, and the server sends no notice of it. */
const askEvery = 60_000;

/** Reads the proposed writes that wait for a decision of the signed-in person. */
export function useApprovals() {
	return useQuery({
		queryKey: ["approvals"],
		queryFn: ({ signal }) => listApprovals({ signal }),
		refetchInterval: askEvery,
	});
}
