import type { Command } from "commander";
import type { Finding } from "../client/find-troubles.ts";
import { addCommand, type CommonOptions } from "../terminal/add-command.ts";
import { colors, print, printJson } from "../terminal/talk.ts";

const FAILED = 1;
const COLOR = { ok: colors.green, warn: colors.yellow, fail: colors.red } as const;

const describe = ({ state, name, told, remedy }: Finding): string =>
	`${COLOR[state](state.padEnd(4))} ${colors.bold(name.padEnd(12))} ${told}${remedy === undefined ? "" : `\n     ${" ".repeat(12)} ${colors.dim(`→ ${remedy}`)}`}`;

export function addDoctorCommand(program: Command): void {
	addCommand(program, "doctor", {
		about: "Check everything the product needs, and name the remedy for each fault",
		examples: ["skein doctor", "skein doctor --database-url postgres://localhost/skein --json"],
		after: "Ends with 1 when something fails; a warning alone is no failure.",
	}).action(async (options: CommonOptions) => {
		const { findTroubles } = await import("../client/find-troubles.ts");
		const findings: Finding[] = [];
		for await (const finding of findTroubles(options)) {
			findings.push(finding);
			if (!options.json) print(describe(finding));
		}
		if (options.json) printJson({ findings });
		if (findings.some(({ state }) => state === "fail")) process.exitCode = FAILED;
	});
}
