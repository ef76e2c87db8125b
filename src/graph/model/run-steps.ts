import { WorkLimit } from "./work-limit.ts";

/** Work that stops after each small step, so that the caller can let others have their turn. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without a pause: for texts known to be short, and where nobody else is waiting. */
export function runSteps<Result>(steps: Steps<Result>): Result {
	let step = steps.next();
	while (!step.done) step = steps.next();
	return step.value;
}

/** The same, while others have their turn. Imported files are long: how much is read in all has its limits elsewhere. */
export async function runStepsInTurns<Result>(
	steps: Steps<Result>,
	signal?: AbortSignal,
	turns = new WorkLimit(Number.POSITIVE_INFINITY),
): Promise<Result> {
	let step = steps.next();
	for (; !step.done; step = steps.next()) {
		const rest = turns.spend(1);
		// Awaited only when it is time: hundreds of thousands of steps would each wait for the next tick.
		if (rest === undefined) continue;
		await rest;
		signal?.throwIfAborted();
	}
	return step.value;
}
