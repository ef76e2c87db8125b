/** The part of a failure that may be logged: where it was, not what it was about. */
export interface FailureReport {
	readonly name: string;
	readonly code?: string;
	readonly frames: readonly string[];
	readonly cause?: FailureReport;
}

const FRAMES = 8;
const DEEPEST_CAUSE = 4;

/** Leaves out the message: the database quotes values of rows in it, and a log outlives the rights to its content. */
export function describeHttpFailure(error: unknown, depth = 0): FailureReport {
	if (!(error instanceof Error)) return { name: typeof error, frames: [] };
	const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
	const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
	return {
		name: error.name,
		...(code !== undefined && { code }),
		frames: frames.slice(0, FRAMES).map((line) => line.trim()),
		...(error.cause !== undefined &&
			depth < DEEPEST_CAUSE && { cause: describeHttpFailure(error.cause, depth + 1) }),
	};
}
