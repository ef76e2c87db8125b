import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { o200k } from "../../src/context/budget/tokenizer.ts";
import { measureCoverage } from "../../src/context/collect/list-project-entities.ts";
import {
	pageProjectGraph,
	reachMembers,
	snapshotProject,
} from "../../src/context/collect/snapshot-project.ts";
import type { ContextPayload } from "../../src/context/model/payload.ts";
import type { EntityHeader } from "../../src/graph/model/entity.ts";
import { BUILT_IN_KINDS } from "../../src/graph/model/kinds/kind-registry.ts";
import type { ContextQuestion, SkeinSession } from "../../src/open-skein.ts";
import { findByKey } from "../questions/demo-keys.ts";
import { type Demo, NOW, openDemo, TODAY } from "../support/open-demo.ts";

const ALL_OF_IT = { total: 60_000, focus: 50_000 };

let demo: Demo;
let maren: SkeinSession;
let sylvie: SkeinSession;
beforeAll(async () => {
	demo = await openDemo();
	maren = await demo.as("maren@rillmark.example");
	sylvie = await demo.as("sylvie@marchetti-advisers.example");
});
afterAll(() => demo.close());

const nodeOf = (key: string): EntityHeader => findByKey(maren.reader.graph, key);
const build = (question: Partial<ContextQuestion>): Promise<ContextPayload> =>
	maren.buildContext({ query: "", now: NOW, ...question });
const buildProject = (key: string, budget?: Partial<typeof ALL_OF_IT>): Promise<ContextPayload> =>
	build({ recipe: "project", projectId: nodeOf(key).id, ...(budget && { budget }) });

const itemsOf = ({ sections }: ContextPayload, type: string) =>
	sections.find((section) => section.type === type)?.items ?? [];
/** Returns the text below a heading, up to the next of the same depth or a higher one. */
const beneath = (text: string, heading: string): string =>
	new RegExp(`^${heading}.*\\n([\\s\\S]*?)(?=^#{1,3} |^---)`, "m").exec(text)?.[1] ?? "";
const titlesIn = (text: string): string[] =>
	[...text.matchAll(/^(?:- \[[^\]]+\] \*\*(.+?)\*\* \[|\[(.+?)\] \[[^\]]+\] \[id:)/gm)].map(
		([, line, header]) => line ?? header ?? "",
	);

interface PromptGraph {
	readonly root_id: string;
	readonly max_depth: number;
	readonly nodes: readonly { readonly id: string; readonly kind: string; readonly direct_edge: boolean }[];
	readonly edges: readonly (readonly [string, string, string])[];
	readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const readGraph = ({ serialized }: ContextPayload): PromptGraph =>
	JSON.parse(/### Project graph\n\n```json\n([\s\S]*?)```/.exec(serialized)?.[1] ?? "null");

describe("the context of a project", () => {
	test("[N1] the header tells what the project is, what it is about and what it holds", async () => {
		const payload = await buildProject("heron");
		const [header] = itemsOf(payload, "project");
		expect(header).toMatchObject({ id: nodeOf("heron").id, form: "light" });
		const rows = Object.fromEntries(
			(header?.content ?? "")
				.split("\n")
				.map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
		);
		expect(rows).toMatchObject({
			state_key: "active",
			type_key: "project.technical.device",
			facet_context: "commercial",
			facet_scale: "large",
			facet_stage: "execution",
			start_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
			end_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
			next_step_short: "Sign off the Lindqvist hinge samples",
			context_document_id: nodeOf("doc-heron-context").ref,
			context_document_title: "Heron 2 in one page",
		});
		expect(rows.description?.length).toBeLessThanOrEqual(150);
		expect(rows.next_step_long?.length).toBeLessThanOrEqual(200);
		expect(JSON.parse(rows.entity_counts ?? "{}")).toMatchObject({
			tasks: 26,
			goals: 4,
			outputs: 6,
			risks: 8,
		});
	});

	test("[N27] at the default budget every kind has a heading, a line and the count of the rest, and all goals, documents and outputs are named", async () => {
		for (const key of ["heron", "sallow", "kingfisher"]) {
			const members = [...maren.reader.graph.nodes()].filter(
				({ id, project_id }) => project_id === nodeOf(key).id && id !== nodeOf(key).id,
			);
			const kinds = maren.reader.graph.kinds.all.filter(
				({ kind, slice }) => slice !== undefined && members.some((node) => node.kind === kind),
			);
			for (const total of [2_000, 4_000]) {
				const { serialized } = await buildProject(key, { total } as typeof ALL_OF_IT);
				for (const { kind, plural } of kinds) {
					const ofKind = members.filter((node) => node.kind === kind);
					const text = beneath(
						serialized,
						`### ${plural.charAt(0).toUpperCase()}${plural.slice(1)} \\(${ofKind.length}`,
					);
					const named = titlesIn(text).length;
					expect(named, `${key}, ${total}: ${plural}`).toBeGreaterThan(0);
					const left = Number(/^- \.\.\. and (\d+) more/m.exec(text)?.[1] ?? 0);
					expect(named + left, `${key}, ${total}: ${plural}`).toBe(ofKind.length);
					if (total === 4_000 && ["goal", "document", "output"].includes(kind))
						expect(named).toBe(ofKind.length);
				}
			}
		}
	});

	test("[N27] beside a focus the project is one piece, and its graph is shown where nothing is asked", async () => {
		const focus = { id: nodeOf("task-lid-tool").id };
		const projectOf = async (question: Partial<ContextQuestion>) => {
			const { sections } = await build({ focus, ...question });
			return sections.find(({ type }) => type === "project");
		};
		for (const total of [1_000, 2_000, 4_000, 8_000]) {
			const asked = await projectOf({ query: "What does the lid tool wait for?", budget: { total } });
			expect(asked?.tokenCount).toBeLessThanOrEqual(150);
			expect(asked?.items.length ?? 0).toBeLessThanOrEqual(1);
		}
		expect((await projectOf({ budget: { total: 8_000 } }))?.items.length).toBeGreaterThan(1);
		const filled = await projectOf({
			query: "What does the lid tool wait for?",
			fill: "budget",
			budget: { total: 8_000 },
		});
		expect(filled?.items.length).toBeGreaterThan(1);
	});

	test("[N2] the graph is one block of JSON, at most 1,000 tokens, every node joined to the project", async () => {
		for (const key of ["heron", "sallow", "kingfisher"]) {
			const payload = await buildProject(key, ALL_OF_IT);
			const graph = readGraph(payload);
			const block = /### Project graph\n[\s\S]*?```\n.*\n\n/.exec(payload.serialized)?.[0] ?? "";
			expect(o200k.count(block)).toBeLessThanOrEqual(1000);
			expect(graph.root_id).toBe(nodeOf(key).ref);
			expect(graph.max_depth).toBe(2);
			expect(graph.nodes.length).toBeGreaterThan(5);
			const known = new Set([graph.root_id]);
			for (const { id, direct_edge: isDirect } of graph.nodes) {
				const joined = graph.edges.filter(([from, , to]) => from === id || to === id);
				expect(joined.some((edge) => edge.some((end) => known.has(end)))).toBe(true);
				expect(joined.some(([from, , to]) => [from, to].includes(graph.root_id))).toBe(isDirect);
				known.add(id);
			}
			for (const [from, , to] of graph.edges) expect(known.has(from) && known.has(to)).toBe(true);
			expect(payload.serialized).toContain(`call \`get_project_graph\` with project_id ${graph.root_id}`);
		}
	});

	test("[N2] [L2] the graph says how many of its nodes were cut for tokens, and how many it never had", async () => {
		const payload = await buildProject("heron");
		const { nodes, omitted } = snapshotProject(maren.reader.graph, nodeOf("heron"));
		const cut = nodes.length - readGraph(payload).nodes.length;
		expect(cut).toBeGreaterThan(0);
		expect(payload.serialized).toContain(
			`_${omitted.nodes + cut} more within 2 steps (${cut} of the ${nodes.length} nodes of this graph cut for tokens): call`,
		);
	});

	test("[N2] a snapshot keeps to 60 nodes, 80 edges and 10 of a kind, blocked and urgent work first", () => {
		const { graph } = maren.reader;
		for (const key of ["heron", "sallow", "kingfisher"]) {
			const { nodes, edges, omitted } = snapshotProject(graph, nodeOf(key));
			expect(nodes.length).toBeLessThanOrEqual(60);
			expect(edges.length).toBeLessThanOrEqual(80);
			for (const { kind } of nodes) {
				expect(nodes.filter((node) => node.kind === kind).length).toBeLessThanOrEqual(10);
			}
			const project = nodeOf(key).id;
			const distances = graph.distancesFrom(project, 2);
			const reached = [...graph.nodes()]
				.filter(({ id, project_id }) => project_id === project && id !== project && distances.get(id))
				.map(({ id }) => id);
			// Steps that leave the project do not count, so a snapshot may reach fewer.
			expect(nodes.length + omitted.nodes).toBeLessThanOrEqual(reached.length);
			expect(nodes.every(({ id }) => reached.includes(id))).toBe(true);
		}
		const tasks = snapshotProject(graph, nodeOf("heron")).nodes.filter(({ kind }) => kind === "task");
		expect(tasks[0]?.state_key).toBe("blocked");
	});

	test("[N3] coverage counts membership, edges to the project and what no edge reaches", async () => {
		const { graph } = maren.reader;
		const heron = nodeOf("heron");
		const coverage = measureCoverage(graph, heron.id);
		for (const { kind, plural } of graph.kinds.all) {
			const members = [...graph.nodes()].filter(
				(node) => node.project_id === heron.id && node.kind === kind && node.id !== heron.id,
			);
			const links = members.map((node) => graph.linksOf(node.id));
			const direct = links.filter((of) => of.some(({ other }) => other.id === heron.id)).length;
			const isolated = links.filter((of) => of.length === 0).length;
			const counts = { total: members.length, direct, unlinked: members.length - direct, isolated };
			expect(coverage[plural]).toEqual(members.length === 0 ? undefined : counts);
		}
		const payload = await buildProject("heron");
		const { goals } = readGraph(payload).coverage;
		expect(goals).toEqual({ total: 4, direct: 2, unlinked: 2 });
		expect(payload.serialized).toContain("- tasks: 26 total, 0 direct, 26 unlinked, 1 isolated\n");
		expect(payload.serialized).toMatch(/call `list_entities` with project_id \w{8} and linked/);
	});

	test("[N4] goals, documents and outputs are listed by membership, with whether an edge says so", async () => {
		const { serialized } = await buildProject("heron", ALL_OF_IT);
		for (const [heading, keys] of [
			["### Goals", ["goal-ship-heron", "goal-battery-life", "goal-landed-cost", "goal-camera-option"]],
			[
				"### Outputs",
				["out-firmware-09", "out-cad-d", "out-salt-report", "out-mounting-guide", "out-datasheet"],
			],
		] as const) {
			const listed = titlesIn(beneath(serialized, heading));
			expect(listed).toEqual(expect.arrayContaining(keys.map((key) => nodeOf(key).title)));
		}
		const directEdge = (key: string): string | undefined =>
			new RegExp(`\\[id:${nodeOf(key).ref}\\]\\n(?:.+\\n)*?direct_edge: (\\w+)`).exec(serialized)?.[1];
		expect(directEdge("goal-ship-heron")).toBe("true");
		expect(directEdge("goal-landed-cost")).toBe("false");
		expect(beneath(serialized, "### Documents")).toMatch(/context_document: true/);
	});

	test("[N4] other kinds are listed when edges reach them, and mitigated or closed risks are not", async () => {
		const { serialized } = await buildProject("heron", ALL_OF_IT);
		const risks = titlesIn(beneath(serialized, "### Risks"));
		expect(risks).toContain(nodeOf("risk-modem-eol").title);
		expect(risks).not.toContain(nodeOf("risk-cold").title);
		expect(risks).not.toContain(nodeOf("risk-bracket-rust").title);
		expect(risks.length).toBeLessThanOrEqual(6);
		expect(serialized).toMatch(
			/- \.\.\. and \d+ more risks: call list_entities with kind risk and project_id/,
		);
	});

	test("[N5] overdue and blocked tasks are always listed, first, and nothing is listed twice", async () => {
		for (const budget of [undefined, ALL_OF_IT]) {
			const { serialized } = await buildProject("heron", budget);
			const listed = titlesIn(beneath(serialized, "### Tasks"));
			const pressing = [...maren.reader.graph.nodes()].filter(
				({ kind, project_id: projectId, state_key: state, props }) =>
					kind === "task" &&
					projectId === nodeOf("heron").id &&
					state !== "done" &&
					(state === "blocked" || (typeof props.due_at === "string" && props.due_at < TODAY)),
			);
			expect(pressing).toHaveLength(8);
			expect(new Set(listed.slice(0, 8))).toEqual(new Set(pressing.map(({ title }) => title)));
			expect(new Set(listed).size).toBe(listed.length);
			expect(serialized).toContain("### Tasks (26, 5 overdue, 4 blocked)\n");
		}
		// No edge leads to one of them within two steps, and it is listed all the same.
		const unreached = nodeOf("task-supply-filter");
		expect(reachMembers(maren.reader.graph, nodeOf("heron").id).has(unreached.id)).toBe(false);
		expect(beneath((await buildProject("heron")).serialized, "### Tasks")).toContain(unreached.title);
	});

	test("[N5] that nothing is overdue is told by the same count that the list is made of", async () => {
		const { serialized } = await buildProject("heron");
		expect(serialized).toContain("### Goals (4, none overdue)\n");
	});

	test("[N6] task lines tell the kind of work, goal lines the days to the target", async () => {
		const tasks = await build({ query: "Which tasks are overdue?" });
		expect(tasks.serialized).toMatch(
			/- \[task\] .* - work_mode: coordinate, priority: 2, due_at: 2026-10-31/,
		);
		const goals = await build({ query: "Which goals are active?" });
		expect(goals.serialized).toMatch(
			/- \[goal\] \*\*Heron 2 hangs .* - progress_percent: 13, days_to_target: 104, direct_edge: true/,
		);
	});

	test("[N6] every kind declares the fields of its light form", () => {
		const lightOf = (kind: string): readonly string[] =>
			BUILT_IN_KINDS.find((candidate) => candidate.kind === kind)?.light.map((field) => field.name) ?? [];
		const dated = ["created_at", "updated_at"];
		const expected: Readonly<Record<string, readonly string[]>> = {
			project: [
				"name",
				"state_key",
				"type_key",
				"description",
				"next_step_short",
				"start_at",
				"end_at",
				"facet_context",
				"facet_scale",
				"facet_stage",
				...dated,
			],
			task: [
				"title",
				"state_key",
				"priority",
				"type_key",
				"start_at",
				"due_at",
				...dated,
				"completed_at",
				"description",
				"plan_ids",
				"goal_ids",
				"output_ids",
				"dependency_count",
				"dependent_count",
			],
			goal: [
				"name",
				"state_key",
				"type_key",
				"target_date",
				"completed_at",
				...dated,
				"description",
				"progress_percent",
				"completed_tasks",
				"total_tasks",
				"direct_edge",
			],
			plan: ["name", "state_key", "type_key", ...dated, "description", "task_count", "completed_task_count"],
			milestone: ["title", "state_key", "type_key", "due_at", "completed_at", ...dated, "description"],
			risk: ["title", "state_key", "type_key", "impact", "probability", ...dated, "mitigated_at", "content"],
			decision: ["title", "state_key", "decision_at", ...dated, "outcome", "rationale", "description"],
			requirement: ["text", "priority", ...dated, "type_key"],
			document: ["title", "state_key", "type_key", ...dated, "description", "content", "direct_edge"],
			output: [
				"name",
				"state_key",
				"type_key",
				...dated,
				"description",
				"linked_goal_ids",
				"linked_task_ids",
				"direct_edge",
			],
			signal: ["channel", "ts", "created_at", "payload_summary"],
			insight: ["title", "created_at", "derived_from_signal_id", "props.summary"],
		};
		for (const [kind, fields] of Object.entries(expected)) {
			expect(lightOf(kind), kind).toEqual(expect.arrayContaining([...fields]));
		}
	});

	test("[N2] the pages of the whole graph hold every member and every edge once", () => {
		const { graph } = maren.reader;
		const heron = nodeOf("heron");
		const nodes: string[] = [];
		const edges: string[] = [];
		for (let cursor: number | null = 0; cursor !== null; ) {
			const page = pageProjectGraph(graph, heron, { cursor, limit: 17 });
			nodes.push(...page.nodes.map(({ id }) => id));
			edges.push(...page.edges.map(({ id }) => id));
			cursor = page.next_cursor;
		}
		const members = [...graph.nodes()].filter(
			({ id, project_id }) => project_id === heron.id && id !== heron.id,
		);
		const ends = [heron, ...members].flatMap(({ id }) => graph.linksOf(id).map(({ edge }) => edge.id));
		expect([...nodes].sort()).toEqual(members.map(({ id }) => id).sort());
		expect([...edges].sort()).toEqual([...new Set(ends)].sort());
	});

	test("[L4] a project that one may not read is as unknown as one that does not exist", async () => {
		const ask = (projectId: string) =>
			sylvie.buildContext({ query: "", now: NOW, recipe: "project", projectId });
		const [hidden, absent] = await Promise.allSettled([
			ask(nodeOf("heron").id),
			ask("00000000-0000-7000-8000-000000000000"),
		]);
		expect(hidden.status).toBe(absent.status);
		if (hidden.status === "rejected" && absent.status === "rejected")
			expect(hidden.reason).toEqual(absent.reason);
		if (hidden.status === "fulfilled" && absent.status === "fulfilled")
			expect(hidden.value.serialized).toBe(absent.value.serialized);
	});
});
