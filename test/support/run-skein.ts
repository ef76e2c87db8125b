import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/project.mjs";

export interface SkeinRun {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

interface RunOptions {
	readonly env?: Readonly<Record<string, string>>;
	/** The standard input. */
	readonly input?: string;
}

/** The settings of the person who runs the tests must not change their results. */
const OWN_SETTINGS = /^(?:SKEIN_|ANTHROPIC_|OPENAI_|DATABASE_URL$|NO_COLOR$|FORCE_COLOR$)/;

function cleanEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name)));
}

function launch(args: readonly string[], { env, input }: RunOptions) {
	const child = spawn(process.execPath, [join(root, "bin/skein"), ...args], {
		// Each start would otherwise compute the meaning of the whole demo before it may end.
		env: { ...cleanEnvironment(), SKEIN_EMBEDDINGS: "off", ...env },
		stdio: ["pipe", "pipe", "pipe"],
	});
	child.stdin.end(input);
	const output = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		child[name].setEncoding("utf8").on("data", (chunk: string) => {
			output[name] += chunk;
		});
	}
	return { child, output, closed: once(child, "close") };
}

/** A source saved while the tests run is built before the command starts; that is not the command's talk. */
const BUILD_TALK = /^skein: buil(?:ding|t) .*\n/gm;

/** Runs the real command to its end. */
export async function runSkein(args: readonly string[], options: RunOptions = {}): Promise<SkeinRun> {
	const { child, output, closed } = launch(args, options);
	await closed;
	return { code: child.exitCode, stdout: output.stdout, stderr: output.stderr.replace(BUILD_TALK, "") };
}

export interface RunningSkein {
	readonly pid: number;
	readonly url: string;
	readonly signInLink: string;
	readonly stdout: () => string;
	/** Sends the signal and waits for the end. */
	stop(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly milliseconds: number }>;
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Starts the real server and waits until it listens. */
export async function startSkein(args: readonly string[], options: RunOptions = {}): Promise<RunningSkein> {
	const { child, output, closed } = launch(["start", "--port", "0", ...args], options);
	const signInLink = await new Promise<string>((resolve, reject) => {
		child.stdout.on("data", () => {
			const [, link] = /sign in at (\S+)/.exec(output.stdout) ?? [];
			if (link !== undefined) resolve(link);
		});
		child.once("close", () => reject(new Error(`skein start ended: ${output.stdout}${output.stderr}`)));
	});
	return {
		pid: child.pid ?? 0,
		url: new URL(signInLink).origin,
		signInLink,
		stdout: () => output.stdout,
		stop: async (signal) => {
			const begin = performance.now();
			if (isRunning(child)) child.kill(signal);
			await closed;
			return { code: child.exitCode, milliseconds: performance.now() - begin };
		},
	};
}
