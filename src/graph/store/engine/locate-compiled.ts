/**
 * A worker thread of Node 20 cannot run TypeScript, so code that runs from `src` (under the test runner) starts the
 * compiled twin of a worker from `dist`. Compiled code finds its worker in its own folder.
 */
export function locateCompiled(moduleName: string, importerUrl: string): URL {
	const beside = new URL(`./${moduleName}.js`, importerUrl);
	if (!importerUrl.endsWith(".ts")) return beside;
	const sourceFolder = beside.href.lastIndexOf("/src/");
	return new URL(
		`${beside.href.slice(0, sourceFolder)}/dist/${beside.href.slice(sourceFolder + "/src/".length)}`,
	);
}
