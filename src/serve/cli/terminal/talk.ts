import pc from "picocolors";

/** Progress and remarks go to standard error, so that standard output holds nothing but data. */
export const talk = (text: string): void => {
	process.stderr.write(`${talkColors.dim(text)}\n`);
};

export const complain = (text: string): void => {
	process.stderr.write(`${talkColors.red(text)}\n`);
};

export const print = (text: string): void => {
	process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
};

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, "\t"));

const CLEAR_LINE = "\r\u001b[2K";
const REST = 1_000;

/**
 * Shows progress: at a terminal in one line that is overwritten; elsewhere in a line now and then, so that a log does
 * not fill with it.
 */
export function showProgress(): { update(text: string): void; end(): void } {
	const isLive = process.stderr.isTTY === true;
	let shownAt = 0;
	let last = "";
	return {
		update(text) {
			if (text === last || (!isLive && Date.now() - shownAt < REST)) return;
			[last, shownAt] = [text, Date.now()];
			if (isLive) process.stderr.write(CLEAR_LINE + talkColors.dim(text));
			else talk(text);
		},
		end() {
			if (isLive && last !== "") process.stderr.write(CLEAR_LINE);
		},
	};
}

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
const talkColors = pc.createColors(isColorful(process.stderr));
