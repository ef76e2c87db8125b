import type { Command } from "commander";
import type { StartOptions } from "../server/start-server.ts";
import { addCommand, gather, parseNumber } from "../terminal/add-command.ts";

const DEFAULT_PORT = 4747;
const LARGEST_PORT = 65_535;
const HIGHEST_RATE = 1_000_000;

export function addStartCommand(program: Command): void {
	addCommand(program, "start", {
		about: "Serve the web app and the API",
		examples: [
			"skein start",
			"skein start --data ~/my-skein --no-demo --port 0",
			"skein start --host 0.0.0.0 --allow-host skein.example.org",
		],
		after: "SKEIN_LOG=stderr, or a file, notes every request as one line of JSON, without its content.",
	})
		.option(
			"--port <number>",
			"port to listen on; 0 takes any free one",
			parseNumber(0, LARGEST_PORT),
			DEFAULT_PORT,
		)
		.option(
			"--host <address>",
			"address to listen on; beyond loopback people sign in by password",
			"127.0.0.1",
		)
		.option(
			"--allow-host <name>",
			"another name the server is reached by; may be given several times",
			gather,
		)
		.option(
			"--rate-limit <number>",
			"requests a minute from one address and of one person",
			parseNumber(1, HIGHEST_RATE),
		)
		.option("--no-demo", "start with an empty workspace instead of the demo")
		// Loaded only now: every other command would wait for the server's code.
		.action(async (options: StartOptions) =>
			(await import("../server/start-server.ts")).startServer(options),
		);
}
