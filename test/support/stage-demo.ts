import { afterAll, beforeAll } from "vitest";
import type { SkeinSession } from "../../src/open-skein.ts";
import { type Demo, openDemo } from "./open-demo.ts";

/** The demo and the session of its owner, opened before the tests of the file that calls this, and closed after them. */
export function stageDemo(): { readonly demo: Demo; readonly maren: SkeinSession } {
	let demo: Demo;
	let maren: SkeinSession;
	beforeAll(async () => {
		demo = await openDemo();
		maren = await demo.as("maren@rillmark.example");
	});
	afterAll(() => demo.close());
	return {
		get demo() {
			return demo;
		},
		get maren() {
			return maren;
		},
	};
}
