import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./create-program.ts";

interface Listed {
	/** The arguments of the command line. */
	readonly words: readonly string[];
	/** Its required options. */
	readonly needed: readonly string[];
}

/** Every command that does something. */
const listCommands = (command: Command, words: readonly string[] = []): readonly Listed[] =>
	command.commands.length === 0
		? [
				{
					words,
					needed: command.options.flatMap(({ mandatory, long }) => (mandatory ? [long ?? "", "x"] : [])),
				},
			]
		: command.commands.flatMap((inner) => listCommands(inner, [...words, inner.name()]));

/** Returns the output of a command line, and the code of its refusal. */
async function run(args: readonly string[]): Promise<{ readonly output: string; readonly code: string }> {
	let output = "";
	const program = createProgram();
	const write = (text: string): void => {
		output += text;
	};
	const configure = (command: Command): void => {
		command.configureOutput({ writeOut: write, writeErr: write });
		command.commands.forEach(configure);
	};
	configure(program);
	const code = await program.parseAsync(args, { from: "user" }).then(
		() => "done",
		(error: { code: string }) => error.code,
	);
	return { output, code };
}

const COMMANDS = listCommands(createProgram());

test("no command is missing", () => {
	const names = COMMANDS.map(({ words }) => words.join(" "));
	expect(names).toEqual(expect.arrayContaining(["start", "ask", "doctor", "models add", "token create"]));
	expect(names.length).toBeGreaterThan(25);
});

test.each(COMMANDS.map((listed) => [listed.words.join(" "), listed] as const))(
	"%s has help with an example, and takes no flag it does not know",
	async (_name, { words, needed }) => {
		const help = await run([...words, "--help"]);
		expect(help.code).toBe("commander.helpDisplayed");
		expect(help.output).toMatch(/Examples?:\n {2}\S/);
		expect((await run([...words, ...needed, "--frobnicate"])).code).toBe("commander.unknownOption");
	},
);
