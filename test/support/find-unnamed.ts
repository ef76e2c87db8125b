import type { Finding } from "./scan-sources.ts";

/** Why these may be: what bounds them. A name without a reason that holds is not an exception but a fault. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

const listAll = (exceptions: Exceptions): readonly string[] => Object.values(exceptions).flat();

export const nameAll = (findings: readonly Finding[], exceptions: Exceptions): readonly string[] => {
	const allowed = listAll(exceptions);
	return findings
		.filter(({ file, code }) => !allowed.some((known) => `${file} ${code}`.startsWith(known)))
		.map(({ file, line, code }) => `${file}:${line} ${code.slice(0, 100)}`);
};

/** An exception that nothing needs any more would let the next fault through. */
export const listUnused = (findings: readonly Finding[], exceptions: Exceptions): readonly string[] =>
	listAll(exceptions).filter(
		(known) => !findings.some(({ file, code }) => `${file} ${code}`.startsWith(known)),
	);
