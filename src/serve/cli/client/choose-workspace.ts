import { SkeinError } from "../../../graph/model/errors.ts";
import type { Workspace } from "../../../graph/store/people/workspaces.ts";
import type { Skein } from "../../../open-skein.ts";
import { talk } from "../terminal/talk.ts";

/** The action where there is no workspace yet: load the demo, create an empty one, or refuse. */
export type WhenEmpty = "demo" | "own" | "refuse";

/** Returns the workspace of that name, or the first; in a new store, the one that the command creates. */
export async function chooseWorkspace(
	skein: Skein,
	options: { readonly workspace?: string | undefined; readonly whenEmpty: WhenEmpty },
): Promise<Workspace> {
	if (options.workspace !== undefined) return skein.workspace(options.workspace);
	const isEmpty = (await skein.graph.store.workspaces.list()).length === 0;
	if (isEmpty && options.whenEmpty === "refuse") {
		throw new SkeinError(
			"workspace_missing",
			"There is no workspace here yet. Run skein start, which makes one, or import something.",
		);
	}
	if (isEmpty && options.whenEmpty === "demo") talk("nothing here yet: loading the demo workspace");
	const today = new Date().toISOString().slice(0, "2026-01-01".length);
	return skein.ensureWorkspace({ demo: options.whenEmpty === "demo", today });
}
