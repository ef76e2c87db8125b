import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, say, secondsSince } from "./project.mjs";

/**
 * Checks whether the tests notice faults. Breaks the code that guards rights, confirmations, caches and budgets, one
 * small fault at a time, in a copy of the sources, and runs the suites that should fail. Faults that no suite notices
 * are listed.
 */
const TARGETS = [
	{
		file: "src/graph/model/access.ts",
		suites: [
			"src/graph/model/access",
			"test/store/rights-property",
			"test/rights/rights-sequence",
			"test/store/conformance",
		],
	},
	{ file: "src/graph/reader-cache.ts", suites: ["src/graph/reader-cache", "test/rights/rights-sequence"] },
	{ file: "src/graph/graph.ts", suites: ["test/rights/foreign-words"] },
	{
		file: "src/graph/store/chat/approvals.ts",
		suites: ["test/rights/decisions", "test/rights/lost-rights", "test/chat/agent"],
	},
	{ file: "src/chat/decide-approval.ts", suites: ["test/rights/decisions", "test/chat/agent"] },
	{ file: "src/chat/judge-prompt.ts", suites: ["test/rights/foreign-words"] },
	{ file: "src/chat/kept-rights.ts", suites: ["test/rights/lost-rights"] },
	{
		file: "src/chat/turn-tools.ts",
		suites: ["test/rights/foreign-words", "test/rights/injection", "test/chat/agent"],
	},
	{
		file: "src/context/budget/fit-context.ts",
		suites: ["src/context/budget", "test/context/context-laws", "test/context/context-random"],
	},
	{
		file: "src/context/budget/budget-attempt.ts",
		suites: ["src/context/budget", "test/context/context-laws", "test/context/context-random"],
	},
];

/** Each a fault that a person might make. */
const FAULTS = [
	["===", "!=="],
	["!==", "==="],
	["&&", "||"],
	["||", "&&"],
	[" < ", " <= "],
	[" <= ", " < "],
	[" > ", " >= "],
	[" >= ", " > "],
	[" + ", " - "],
	[" - ", " + "],
	["true", "false"],
	["false", "true"],
	["Math.min(", "Math.max("],
	["Math.max(", "Math.min("],
	["(!", "("],
	[".every(", ".some("],
	[".some(", ".every("],
];
const LEAST_NOTICED = 0.9;
const LONGEST_RUN = 300_000;

const { values } = parseArgs({
	options: { only: { type: "string", default: "" }, "every-nth": { type: "string", default: "1" } },
});

/**
 * @param {string} source
 * @returns {{ line: number, fault: string, text: string }[]} the source with one fault each, comments and types left alone
 */
function listMutants(source) {
	const lines = source.split("\n");
	// A name that is not imported makes every suite fail to load, which proves nothing about its tests.
	const firstLine = lines.findLastIndex((line) => /^(import .*|\} from ".*");$/.test(line)) + 1;
	return lines.flatMap((line, index) => {
		if (index < firstLine) return [];
		if (/^\s*(\/\/|\/?\*|import |export (interface|type) |readonly )/.test(line)) return [];
		const leftOut = /^\t+[\w.]+,$/.test(line)
			? [{ line: index + 1, fault: `without ${line.trim()}`, text: lines.toSpliced(index, 1).join("\n") }]
			: [];
		const mistaken = FAULTS.flatMap(([from = "", to = ""]) => {
			const at = line.indexOf(from);
			if (at < 0) return [];
			const broken = line.slice(0, at) + to + line.slice(at + from.length);
			return [{ line: index + 1, fault: broken.trim(), text: lines.with(index, broken).join("\n") }];
		});
		return [...leftOut, ...mistaken];
	});
}

/** @param {string} folder @param {string} suite @returns {Promise<boolean>} whether it passes */
function runSuite(folder, suite) {
	const env = { ...process.env, SKEIN_EMBEDDINGS: "off" };
	// A short run would spend most of its time on a build that only whole programs need.
	const setup = suite.startsWith("test/chat") ? [] : ["--config=vitest.unbuilt.config.ts"];
	const child = spawn(
		process.execPath,
		["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--reporter=dot", ...setup, suite],
		{ cwd: folder, env, stdio: "ignore", detached: true },
	);
	// A fault that loops for ever holds its worker, which outlives its parent: the whole group is ended.
	const clock = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), LONGEST_RUN);
	return new Promise((resolve) =>
		child.once("exit", (code) => {
			clearTimeout(clock);
			resolve(code === 0);
		}),
	);
}

/** One suite after the other: once one has failed, the rest need not run. */
async function passesAll(/** @type {string} */ folder, /** @type {readonly string[]} */ suites) {
	for (const suite of suites) if (!(await runSuite(folder, suite))) return false;
	return true;
}

/** Copies the sources, so that an interrupted run leaves no fault in them. */
function copySources() {
	const folder = mkdtempSync(join(tmpdir(), "skein-mutate-"));
	const left = new Set(["node_modules", ".git", ".cache", ".skein"]);
	cpSync(root, folder, {
		recursive: true,
		filter: (path) => !left.has(path.slice(root.length).split("/")[0] ?? ""),
	});
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	const config = readFileSync(join(root, "vitest.config.ts"), "utf8");
	writeFileSync(join(folder, "vitest.unbuilt.config.ts"), config.replace(/^.*globalSetup.*\n/m, ""));
	return folder;
}

const started = performance.now();
const folder = copySources();
let made = 0;
const unnoticed = [];
try {
	for (const { file, suites } of TARGETS.filter((target) => target.file.includes(values.only))) {
		const path = join(folder, file);
		const source = readFileSync(path, "utf8");
		if (!(await passesAll(folder, suites))) throw new Error(`The suites of ${file} fail without any fault.`);
		for (const mutant of listMutants(source).filter(
			(_, index) => index % Number(values["every-nth"]) === 0,
		)) {
			writeFileSync(path, mutant.text);
			made += 1;
			const passes = await passesAll(folder, suites);
			say(`${passes ? "NOT NOTICED" : "noticed"} ${file}:${mutant.line} ${mutant.fault}`);
			if (passes) unnoticed.push(`${file}:${mutant.line} ${mutant.fault}`);
		}
		writeFileSync(path, source);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
const share = made === 0 ? 0 : (made - unnoticed.length) / made;
process.stdout.write(
	`${unnoticed.join("\n")}\n${made - unnoticed.length} of ${made} faults noticed, ${secondsSince(started)}\n`,
);
process.exitCode = share >= LEAST_NOTICED ? 0 : 1;
