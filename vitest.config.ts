import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["{src,bench,test,examples,scripts,web}/**/*.test.{ts,tsx}"],
		globalSetup: ["test/support/build-dist.ts"],
		// Suites mostly wait for a database, a browser or a child process, so two run side by side also on two cores.
		maxWorkers: 2,
		// A first embedded store costs seconds of CPU, suites share the cores, and a busy machine takes three times as long: a
		// limit that only catches hangs must not fail a slow run.
		testTimeout: 60_000,
		hookTimeout: 120_000,
	},
});
