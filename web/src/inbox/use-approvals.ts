import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";

/** An external agent can propose something at any time, and the server sends no notice of it. */
const askEvery = 60_000;

/** Reads the proposed writes that wait for a decision of the signed-in person. */
export const useApprovals = () => useRead(["approvals"], skein.approvals.list, { refetchInterval: askEvery });
