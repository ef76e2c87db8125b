import type { Graph } from "../../../graph/graph.ts";
import { printTimeLeft } from "../../../graph/search/embed/print-time-left.ts";
import { talk } from "./talk.ts";

const TOLD_EVERY_MS = 5_000;

/**
 * Shows in the terminal how far the embedding of texts has come, while there is something to embed: a new workspace, or
 * a new model, takes minutes, and without this line search would simply look bad. Returns a function that stops it.
 */
export function tellIndexing(graph: Graph, workspaceId: string): () => void {
	let told = "";
	const tell = async (): Promise<void> => {
		const progress = await graph.indexingProgress(workspaceId);
		if (progress === null) return;
		const { indexed, pending, failed, model, servedBy, trouble, reasons, secondsLeft } = progress;
		const all = indexed + pending + failed;
		const meanwhile = servedBy === model ? "" : `; meanwhile ${servedBy} answers`;
		const what = trouble
			? `search by meaning waits, words and connections answer: ${trouble}`
			: pending > 0
				? `indexing for search by meaning (${model}): ${indexed} of ${all}${printTimeLeft(secondsLeft)}${meanwhile}`
				: failed > 0
					? `search by meaning: ${failed} of ${all} could not be indexed: ${reasons[0]?.reason ?? ""}`
					: told && `search by meaning: all ${all} indexed`;
		if (what !== told) talk(what);
		told = what;
	};
	// A failure here is the store's, and the next call to the store reports it.
	const timer = setInterval(() => void tell().catch(() => undefined), TOLD_EVERY_MS);
	timer.unref();
	return () => clearInterval(timer);
}
