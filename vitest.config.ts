import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["{src,test,examples,scripts,web}/**/*.test.{ts,tsx}"],
		globalSetup: ["test/support/build-dist.ts"],
		// A first embedded store costs seconds of CPU, and suites share the cores.
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
