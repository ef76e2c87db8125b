import { expect, test } from "vitest";
import { findMissingPlatforms } from "../../scripts/complete-lock.mjs";
import { readJson } from "../../scripts/project.mjs";

test("the lock file knows the builds for every platform", () => {
	const missing = findMissingPlatforms(readJson("package-lock.json").packages).map(([path]) => path);
	expect(missing, "npm ci would fail on every fresh clone: run `npm run lock`").toEqual([]);
});

test("a build that the registry at hand does not offer is added for its platform alone", () => {
	const packages = {
		"node_modules/tool": {
			version: "1.2.3",
			dev: true,
			optionalDependencies: { "tool-linux-arm64-musl": "1.2.3" },
		},
	};
	expect(findMissingPlatforms(packages)).toEqual([
		[
			"node_modules/tool-linux-arm64-musl",
			{ version: "1.2.3", cpu: ["arm64"], dev: true, libc: ["musl"], optional: true, os: ["linux"] },
		],
	]);
});
