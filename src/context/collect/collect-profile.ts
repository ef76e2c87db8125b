import { type Findings, findPart } from "../model/findings.ts";
import type { CollectScope } from "./collector.ts";

const MOST_TOKENS = 300;

/** Collects the caller's profile, as they wrote it. Nobody else's profile can be reached from here. */
export function collectProfile({ asker }: CollectScope): Findings {
	const content = { as: "profile", profile: asker } as const;
	return findPart({ section: "system", name: "profile", cap: MOST_TOKENS, content }, 1);
}
