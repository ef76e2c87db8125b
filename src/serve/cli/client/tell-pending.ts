import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddingCoverage } from "../../../graph/search/embed/embedding-index.ts";
import { printTimeLeft } from "../../../graph/search/embed/print-time-left.ts";
import { talk } from "../terminal/talk.ts";
import type { ApiClient } from "./api-client.ts";

interface Status {
	readonly index: { readonly meaning: EmbeddingCoverage | null };
}

/** Fewer passages are embedded within seconds: measuring the pace would take as long. */
const WORTH_AN_ESTIMATE = 300;
/** Time for a few batches, from which the server can estimate how long the rest takes. */
const PACE_MS = 3_000;

/**
 * Says after an import that semantic search is not ready yet. Without this notice, a person who searches at once takes
 * the first results for all there is.
 */
export async function tellPending(client: ApiClient): Promise<void> {
	const look = async (): Promise<EmbeddingCoverage | null> =>
		(await client.get<Status>("/api/status")).index.meaning;
	let meaning = await look();
	if (client.isServer && meaning && meaning.pendingPassages >= WORTH_AN_ESTIMATE) {
		await sleep(PACE_MS);
		meaning = await look();
	}
	if (meaning && meaning.pending > 0) talk(describePending(meaning, client.isServer));
}

export function describePending(
	{ pending, trouble, secondsLeft }: Pick<EmbeddingCoverage, "pending" | "trouble" | "secondsLeft">,
	isServer: boolean,
): string {
	const texts = `${pending} ${pending === 1 ? "text" : "texts"}`;
	const already = "words and links are searched already";
	if (trouble !== undefined) return `Search by meaning waits with ${texts}; ${already}. ${trouble}`;
	return isServer
		? `Search by meaning is being prepared for ${texts}${printTimeLeft(secondsLeft)}; ${already}. Watch: skein doctor`
		: `Search by meaning is not prepared yet for ${texts}; ${already}. It is prepared while a server runs: skein start. Watch: skein doctor`;
}
