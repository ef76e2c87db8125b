import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { readJson, root, say, secondsSince } from "./project.mjs";

/**
 * Runs the property suites again and again with new seeds, for as long as there is time. The seeds that passed are kept
 * in a file, so that the next call goes on where this one ended.
 */
const SUITES = [
	"test/store/rights-property",
	"test/store/invisible-property",
	"test/store/undo-property",
	"test/store/version-property",
	"test/store/resident-graph-property",
];
const STATE = ".cache/prove.json";
/** More seeds than any suite uses in one round, so that no two rounds share one. */
const SEEDS_A_ROUND = 10_000;

const { values } = parseArgs({
	options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});

/** @param {string} name @param {string | undefined} text */
function readNumber(name, text) {
	const value = Number(text);
	if (Number.isFinite(value) && value > 0) return value;
	throw new Error(`--${name} takes a number above 0.`);
}

/** @returns {{ seed: number, rounds: number }} */
function readState() {
	if (values.seed !== undefined) return { seed: readNumber("seed", values.seed), rounds: 0 };
	return readJson(STATE) ?? { seed: 1, rounds: 0 };
}

/** @param {{ seed: number, rounds: number }} state */
function keepState(state) {
	mkdirSync(dirname(join(root, STATE)), { recursive: true });
	writeFileSync(join(root, STATE), `${JSON.stringify(state)}\n`);
}

/** @param {number} seed */
async function runRound(seed) {
	const env = {
		...process.env,
		SKEIN_TEST_SEED: String(seed),
		SKEIN_TEST_FACTOR: "1",
		SKEIN_EMBEDDINGS: "off",
	};
	const child = spawn(process.execPath, ["scripts/test.mjs", ...SUITES], {
		cwd: root,
		env,
		stdio: "inherit",
	});
	const [code] = await once(child, "exit");
	return code === 0;
}

const started = performance.now();
const budget = readNumber("minutes", values.minutes) * 60_000;
let { seed, rounds } = readState();
while (performance.now() - started < budget) {
	say(`proving with seeds from ${seed} on; ${rounds} rounds so far, ${secondsSince(started)} of this call`);
	if (!(await runRound(seed))) {
		// The state stays: the next call starts with the round that failed.
		say(`failed with seeds from ${seed} on. The failure above names its seed and how to replay it.`);
		process.exit(1);
	}
	seed += SEEDS_A_ROUND;
	rounds += 1;
	keepState({ seed, rounds });
}
say(
	`proved: ${rounds} rounds in all, ${secondsSince(started)} in this call. The next call goes on at seed ${seed}.`,
);
