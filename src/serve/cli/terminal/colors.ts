import pc from "picocolors";

/**
 * Colours are for a person at a terminal. Without asking the stream itself, a file or a pipe would get them wherever
 * the environment happens to look like one.
 */
function isColorful(stream: NodeJS.WriteStream): boolean {
	const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
	if (NO_COLOR) return false;
	return FORCE_COLOR ? FORCE_COLOR !== "0" : stream.isTTY === true && TERM !== "dumb";
}

/** For standard output. */
export const colors = pc.createColors(isColorful(process.stdout));
/** For standard error. */
export const talkColors = pc.createColors(isColorful(process.stderr));
