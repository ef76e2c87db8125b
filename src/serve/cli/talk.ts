import { talkColors } from "./colors.ts";

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
