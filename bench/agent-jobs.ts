import type { ToolReply } from "./stdio-tools.ts";

/** Calls a tool as an agent does, and counts what it costs. A refusal is an answer, too. */
export type CallTool = (name: string, input: object) => Promise<ToolReply>;

export interface AgentJob {
	readonly name: string;
	/** What has to be there before; not counted. */
	readonly prepare?: (call: CallTool) => Promise<unknown>;
	/** The calls of an agent that knows the tools by their list alone. Returns the answer that has to hold `proof`. */
	readonly run: (call: CallTool) => Promise<ToolReply>;
	readonly proof: string;
}

const PROJECT = "Heron 2 bridge gauge";
const DOCUMENT = "Hinge options after the salt-spray failure";
const TWINS = "Visit to the weir";

/** The ref printed behind a title in a list. */
function refOf(title: string, { text }: ToolReply): string {
	const line = text.split("\n").find((entry) => entry.includes(`**${title}**`)) ?? "";
	const [, ref] = /\[([0-9a-z]{8})\]/.exec(line) ?? [];
	if (ref === undefined) throw new Error(`There is no ref of "${title}" in: ${text}`);
	return ref;
}

const listRefs = ({ text }: ToolReply): readonly string[] =>
	[...text.matchAll(/\*\* \[([0-9a-z]{8})\]/g)].map(([, ref = ""]) => ref);

/** Twelve jobs on the demo, as people give them to an agent: questions, changes, and slips that an agent makes. */
export const AGENT_JOBS: readonly AgentJob[] = [
	{
		name: "what blocks the pilot build, and who has to act",
		async run(call) {
			await call("get_context", { query: "What blocks the pilot build at Pelham Assembly?" });
			await call("get_linked_entities", { entity_id: "Hinge change", entity_kind: "plan" });
			return call("get_entity_details", { entity_id: "Sign off the Lindqvist first-article samples" });
		},
		proof: "Agnieszka",
	},
	{
		name: "hand a task over, with everything around it",
		async run(call) {
			const entity_id = "Re-cut the lid tool for the Lindqvist hinge";
			await call("get_entity_details", { entity_id });
			return call("get_linked_entities", { entity_id, entity_kind: "task" });
		},
		proof: "Hinge change",
	},
	{
		name: "move the due day of an overdue task",
		async run(call) {
			const overdue = await call("list_entities", { kind: "task", only: "overdue" });
			const entity_id = refOf("Add a filter to the radar supply", overdue);
			return call("upsert_entity", { entity_id, props: { due_at: "2026-12-04" } });
		},
		proof: "Done",
	},
	{
		name: "why a decision was made",
		async run(call) {
			const found = await call("search_ontology", { query: "hinge supplier", types: ["decision"] });
			const [entity_id = ""] = listRefs(found);
			return call("get_entity_details", { entity_id });
		},
		proof: "rationale: Three of six",
	},
	{
		name: "plan two tasks in order",
		run: (call) =>
			call("write_entities", {
				entities: [
					{ as: "plan", kind: "plan", title: "Spare hinges", project_id: PROJECT },
					{ as: "ask", kind: "task", title: "Ask Lindqvist for spares", project_id: PROJECT },
					{ as: "store", kind: "task", title: "Store the spares", project_id: PROJECT },
				],
				links: [
					{ src_id: "$plan", rel: "has_task", dst_id: "$ask" },
					{ src_id: "$store", rel: "depends_on", dst_id: "$ask" },
				],
			}),
		proof: "Done",
	},
	{
		name: "add what was said to the end of a note",
		run: (call) =>
			call("append_text", {
				entity_id: "Call with Varga Stampings",
				text: "- Varga confirms the end of deliveries in writing.",
			}),
		proof: "Done",
	},
	{
		name: "correct a figure in a document",
		async run(call) {
			await call("get_entity_details", { entity_id: DOCUMENT });
			const quote = "three of six hinge pins had cracked";
			return call("edit_text", { entity_id: DOCUMENT, quote, replacement: quote.replace("three", "four") });
		},
		proof: "Done",
	},
	{
		name: "open tasks of one person by due day",
		async run(call) {
			await call("describe_workspace", { kind: "task" });
			const whose = "t.assignees CONTAINS 'Priya Raghunathan' AND t.state != 'done'";
			return call("run_query", { query: `SELECT t FROM task WHERE ${whose} ORDER BY t.due_at` });
		},
		proof: "Hand the bootloader over",
	},
	{
		name: "a title that two notes have",
		async prepare(call) {
			await call("upsert_entity", { kind: "note", title: TWINS, body: "The key is with the warden." });
			await call("upsert_entity", { kind: "note", title: TWINS, body: "The post is in the van." });
		},
		async run(call) {
			const [first = "", second = ""] = listRefs(await call("get_entity_details", { entity_id: TWINS }));
			const answer = await call("get_entity_details", { entity_id: first });
			return answer.text.includes("warden") ? answer : call("get_entity_details", { entity_id: second });
		},
		proof: "The key is with the warden.",
	},
	{
		name: "set a deadline under a name that tasks do not have",
		async run(call) {
			const entity_id = "Mask telephone numbers in the delivery log";
			const refused = await call("upsert_entity", { entity_id, props: { deadline: "2026-12-01" } });
			if (!refused.text.includes("due_at")) throw new Error(`The field is not named: ${refused.text}`);
			return call("upsert_entity", { entity_id, props: { due_at: "2026-12-01" } });
		},
		proof: "Done",
	},
	{
		name: "the risks of a project, and what mitigates two of them",
		async run(call) {
			const risks = listRefs(await call("list_entities", { kind: "risk", project_id: PROJECT }));
			await call("get_linked_entities", { entity_id: risks[0], entity_kind: "risk" });
			return call("get_linked_entities", { entity_id: risks[1], entity_kind: "risk" });
		},
		proof: "mitigated_by",
	},
	{
		name: "a weekly report as a note",
		async run(call) {
			const query = "What happened on Heron 2 this week, and what comes next?";
			await call("get_context", { query, project_id: PROJECT });
			await call("list_entities", { kind: "task", project_id: PROJECT, only: "blocked" });
			const body = "The lid tool waits for [[Sign off the Lindqvist first-article samples]].";
			return call("create_note", { title: "Heron 2, this week", body, about: [PROJECT] });
		},
		proof: "Done",
	},
];
