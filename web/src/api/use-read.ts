import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { CallOptions } from "../../../src/client/connection.ts";

/** Reads an answer of the server under a key, and gives up the call when nobody waits for it any more. */
export const useRead = <Answer>(
	queryKey: QueryKey,
	read: (options: CallOptions) => Promise<Answer>,
	options?: Omit<UseQueryOptions<Answer>, "queryKey" | "queryFn">,
) => useQuery({ queryKey, queryFn: ({ signal }) => read({ signal }), ...options });
