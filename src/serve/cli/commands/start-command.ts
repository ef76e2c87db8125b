import { type Command, InvalidArgumentError } from "commander";
import { addCommonOptions } from "../common-options.ts";
import type { StartOptions } from "../start-server.ts";

const DEFAULT_PORT = 4747;

function parsePort(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new InvalidArgumentError("It takes a port number.");
	return port;
}

export function addStartCommand(program: Command): void {
	addCommonOptions(program.command("start"))
		.description("Serve the web app and the API")
		.option("--port <number>", "port to listen on; 0 takes any free one", parsePort, DEFAULT_PORT)
		.option("--host <address>", "address to listen on", "127.0.0.1")
		.option("--no-demo", "start with an empty workspace instead of the demo")
		// Loaded only now: every other command would wait for all that a server is made of.
		.action(async (options: StartOptions) => (await import("../start-server.ts")).startServer(options));
}
