import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { GraphView } from "../../src/graph/search/view/graph-view.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { findByKey } from "./demo-keys.ts";
import type { DevelopmentQuestion } from "./development-questions.ts";

const listedIn = ({ metadata }: ContextPayload): readonly string[] => [
	...new Set((metadata.asked ?? []).flatMap(({ listed }) => listed.map(({ title }) => title))),
];

const shownIn = ({ sections }: ContextPayload): readonly string[] =>
	sections.flatMap(({ items }) => items.filter(({ form }) => form !== "title").map(({ title }) => title));

/** Questions that get something else than they ask for, with how they were read. */
export async function listMisread(
	session: SkeinSession,
	questions: readonly DevelopmentQuestion[],
	titleOf: (graph: GraphView, key: string) => string,
): Promise<readonly string[]> {
	const wrong: string[] = [];
	for (const { query, set, project, turns = [], shows } of questions) {
		const { graph } = session.reader;
		const history = turns.flatMap((turn) => [
			{ role: "user" as const, content: turn.query },
			{ role: "assistant" as const, content: turn.answer },
		]);
		const projectId = project === undefined ? undefined : findByKey(graph, project).id;
		const payload = await session.buildContext({ query, now: NOW, history, projectId });
		const wanted = (shows ?? set).map((key) => titleOf(graph, key)).sort();
		const got = shows ? shownIn(payload) : [...listedIn(payload)].sort();
		const isRight = shows
			? wanted.every((title) => got.includes(title))
			: JSON.stringify(got) === JSON.stringify(wanted);
		if (!isRight)
			wrong.push(`${query}\n  read as: ${payload.metadata.plan.readAs}\n  got: ${got.join(" | ")}`);
	}
	return wrong;
}
