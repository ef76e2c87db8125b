import type { Source } from "../source.ts";

export const linear: Source = {
	name: "linear",
	label: "An export of Linear",
	takes: "the CSV that the workspace settings export, or answers of the API as JSON",
	endings: ["csv", "json"],
	read: async (options) => (await import("./read-linear-source.ts")).readLinearSource(options),
};
