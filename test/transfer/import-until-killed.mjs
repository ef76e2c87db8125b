import { openDatabase } from "../../dist/graph/store/open-database.js";
import { Store } from "../../dist/graph/store/store.js";
import { runImport } from "../../dist/graph/transfer/run-import.js";

/** Imports the folders it is given, one after the other, and says when each begins to be written and when it is done. */
const { dataFolder, folders, principal } = JSON.parse(process.argv[2] ?? "{}");
const store = new Store(await openDatabase({ dataFolder }));
for (const path of folders) {
	const { imports } = store.as(await store.access(principal));
	let told = false;
	await runImport({
		imports,
		source: "markdown",
		path,
		onProgress: ({ stage }) => {
			if (stage === "writing" && !told) process.stdout.write(`writing ${path}\n`);
			told ||= stage === "writing";
		},
	});
	process.stdout.write(`done ${path}\n`);
}
await store.close();
