import { ProblemError, UnreachableError } from "../api/api.ts";
import type { Turn } from "./turn.ts";

export interface Explanation {
	readonly title: string;
	readonly lost: string;
	readonly remedy: string;
}

/** Explains a failed turn: the cause, the text that is left and the next step; null when all is well. */
export function explainProblem(turn: Turn): Explanation | null {
	const lost =
		turn.text === ""
			? "Your question is kept; there is no answer to lose."
			: "Your question and the text above are kept; the rest was not written.";
	if (turn.end?.state === "failed") {
		return {
			title: turn.end.error?.message ?? "The model stopped before it had finished.",
			lost,
			remedy: "Ask again, or look at the context: it shows what the model was given.",
		};
	}
	if (turn.error === null) return null;
	if (turn.error instanceof UnreachableError) {
		return {
			title: "The Skein server did not answer.",
			lost,
			remedy: "Check that the server is still running (npm start), then ask again.",
		};
	}
	if (turn.error instanceof ProblemError) {
		return {
			title: turn.error.message,
			lost,
			remedy: "Change the question if the message says so, or ask again.",
		};
	}
	return { title: "The answer was cut off on its way.", lost, remedy: "Ask again." };
}
