/** A worker of Node 20 cannot run TypeScript: code that runs from `src` starts the compiled twin from `dist`. */
export function locateCompiled(moduleName: string, importerUrl: string): URL {
	const beside = new URL(`./${moduleName}.js`, importerUrl);
	if (!importerUrl.endsWith(".ts")) return beside;
	const sourceFolder = beside.href.lastIndexOf("/src/");
	return new URL(
		`${beside.href.slice(0, sourceFolder)}/dist/${beside.href.slice(sourceFolder + "/src/".length)}`,
	);
}
