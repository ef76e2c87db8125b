import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { InvalidInputError } from "../../../graph/model/errors.ts";

/**
 * Reads a line that is not shown while it is typed; from a pipe, its first line. A secret is never an argument, where
 * everybody on the machine can read it.
 */
export async function readSecret(question: string): Promise<string> {
	const isAsked = process.stdin.isTTY === true;
	if (isAsked) process.stderr.write(question);
	const output = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input: process.stdin, output, terminal: isAsked });
	try {
		for await (const line of lines) return line;
		throw new InvalidInputError("Nothing was typed. Type the secret, or send it through a pipe.");
	} finally {
		lines.close();
		if (isAsked) process.stderr.write("\n");
	}
}
