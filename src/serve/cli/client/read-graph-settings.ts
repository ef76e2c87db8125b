import { resolve } from "node:path";
import { InvalidInputError } from "../../../graph/model/errors.ts";
import type { OpenOptions } from "../../../open-skein.ts";

const MEGABYTE = 1_000_000;

/** Where graphs are kept between runs and how much memory they may take, as the environment says. */
export function readGraphSettings(
	environment: Readonly<Record<string, string | undefined>>,
): Pick<OpenOptions, "graphFolder" | "graphBytes"> {
	const { SKEIN_GRAPH_FOLDER: folder, SKEIN_GRAPH_MB: megabytes } = environment;
	return {
		...(folder && { graphFolder: resolve(folder) }),
		...(megabytes && { graphBytes: Math.ceil(readMegabytes(megabytes) * MEGABYTE) }),
	};
}

function readMegabytes(text: string): number {
	const value = Number(text);
	if (Number.isFinite(value) && value > 0) return value;
	throw new InvalidInputError(
		`SKEIN_GRAPH_MB is "${text.slice(0, 20)}". Give it a number of megabytes, such as 2000.`,
		{ field: "SKEIN_GRAPH_MB" },
		"invalid_config",
	);
}
