import type { Source } from "../source.ts";

export const csv: Source = {
	name: "csv",
	label: "A table (CSV)",
	takes: "one table",
	endings: ["csv"],
	read: async (options) => (await import("./read-csv-source.ts")).readCsvSource(options),
};
