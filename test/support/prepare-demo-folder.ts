import { openSkein, type SkeinSession } from "../../src/open-skein.ts";
import { TODAY } from "./open-demo.ts";
import { prepareTestFolder } from "./open-test-database.ts";

/** A data folder that holds the demo, for a process of its own to open; `look` sees it before it is closed. The test removes it. */
export async function prepareDemoFolder<Seen>(
	look: (owner: SkeinSession) => Seen,
): Promise<{ readonly dataFolder: string; readonly seen: Seen }> {
	const dataFolder = await prepareTestFolder();
	const skein = await openSkein({ dataFolder });
	try {
		const workspace = await skein.ensureWorkspace({ demo: true, today: TODAY });
		return { dataFolder, seen: look(await skein.as(await skein.principal(workspace.id))) };
	} finally {
		await skein.close();
	}
}
