import type { ImportSource } from "../api/transfer-calls.ts";

/** What a chosen file or folder most likely is, by the names in it. */
export function guessSource(paths: readonly string[]): ImportSource {
	const [first = ""] = paths;
	if (paths.length > 1) {
		return paths.some((path) => path.includes("/.obsidian/")) ? "obsidian" : "markdown";
	}
	const name = first.toLowerCase();
	if (name.endsWith(".jsonl")) return "jsonl";
	if (name.endsWith(".csv")) return name.includes("linear") ? "linear" : "csv";
	if (name.endsWith(".json")) return name.includes("linear") ? "linear" : "github";
	// Notion names its archives by a long number.
	return /export-|[0-9a-f]{8}-[0-9a-f]{4}|notion/.test(name) ? "notion" : "obsidian";
}
