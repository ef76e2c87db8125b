import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../src/graph/store/chat/approvals.ts";
import { ChatBench, MAREN, TASK } from "../support/chat-bench.ts";
import { callOnce, callTool, say } from "../support/model-script.ts";
import { NOW } from "../support/open-demo.ts";
import { collectTurn, dataOf, type StreamPart, textOf } from "../support/read-turn.ts";

let bench: ChatBench;
beforeAll(async () => {
	bench = await ChatBench.open();
});
afterAll(() => bench?.close());

const approvalOf = (parts: readonly StreamPart[]): Approval =>
	dataOf(parts, "data-approval") as unknown as Approval;

describe("a turn with tools", () => {
	test("[A3] reads what the context does not hold, and cites it", async () => {
		const { ref, id } = await bench.readEntity(TASK);
		bench.script(
			callOnce("search_ontology", { query: "lid tool hinge" }),
			say(`It is the lid tool [${ref}].`),
		);
		const { parts } = await bench.converse("zyzzyva", { message: { budget: { total: 250 } } });

		const types = parts.map(({ type }) => type);
		expect(types.indexOf("tool-input-available")).toBeLessThan(types.indexOf("tool-output-available"));
		expect(parts.find(({ type }) => type === "tool-output-available")).toMatchObject({
			toolCallId: "call-search_ontology",
			output: { state: "done" },
		});
		expect(textOf(parts)).toBe("It is the lid tool [1].");
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "answered", passes: 2, citations: [{ id }] });
		const [question, answer, result] = bench.wire().messages;
		expect([question?.role, answer?.role, result?.role]).toEqual(["user", "assistant", "user"]);
		expect(JSON.stringify(result?.content)).toContain(ref);
		// The list is the same in every pass, or the provider's cache would miss everything after it.
		expect(bench.wire(1).tools).toEqual(bench.wire(2).tools);
	});

	test("tells the model what it did wrong, and goes on", async () => {
		bench.script(
			[
				callTool({ id: "a", name: "no_such_tool", input: {} }),
				callTool({ id: "b", name: "get_entity_details", input: { entity_id: "nowhere" } }),
				callTool({ id: "c", name: "search_ontology", input: { query: 7 } }),
				{ do: "end", reason: "tool-calls" },
			],
			say("I could not find it."),
		);
		const { parts } = await bench.converse("Where is it?");
		expect(parts.filter(({ type }) => type === "tool-output-error")).toHaveLength(3);
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "answered", error: null });
	});

	test("[A9] a model in love with its tools has to answer in the end", async () => {
		bench.provider.answerWith(({ body }) =>
			(body as { tools?: readonly object[] }).tools?.length
				? callOnce("search_ontology", { query: "hinge" }, `call-${bench.provider.requests.length}`)
				: say("That is all I found."),
		);
		const { parts } = await bench.converse("What about the hinge?");
		const end = dataOf(parts, "data-answer") as { state: string; passes: number };
		expect(textOf(parts)).toBe("That is all I found.");
		expect(end.state).toBe("answered");
		expect(end.passes).toBeLessThanOrEqual(4);
	});
});

describe("a write", () => {
	const change = () => callOnce("upsert_entity", { entity_id: TASK, props: { priority: 4 } });

	test("[A6] that a model proposes after reading others' text is shown as a difference and not done", async () => {
		const before = await bench.readEntity(TASK);
		bench.script(change(), say("I propose priority 4."));
		const { chatId, parts } = await bench.converse("Make it less urgent", {
			message: { focus: { id: TASK } },
		});
		const approval = approvalOf(parts);
		expect(approval).toMatchObject({
			state: "pending",
			tainted: true,
			proposals: [
				{
					tool: "upsert_entity",
					diff: [{ subject: TASK, field: "priority", before: String(before.props.priority), after: "4" }],
				},
			],
		});
		expect((await bench.readEntity(TASK)).version).toBe(before.version);
		const { body } = await bench.call(`/api/chats/${chatId}`);
		expect(body.approvals).toMatchObject([{ id: approval.id, state: "pending" }]);
	});

	test("[A7] is decided by a person, never by a token, and once", async () => {
		const before = await bench.readEntity(TASK);
		bench.script(change(), say("I propose priority 4."));
		const { parts } = await bench.converse("Make it less urgent", { message: { focus: { id: TASK } } });
		const path = `/api/approvals/${approvalOf(parts).id}`;

		expect(await bench.call(path, { body: { decision: "once" }, as: bench.agent })).toMatchObject({
			status: 403,
		});
		expect(await bench.call(path, { body: { decision: "always" } })).toMatchObject({
			body: { code: "always_not_offered" },
		});
		expect((await bench.readEntity(TASK)).version).toBe(before.version);

		const decided = await bench.call(path, { body: { decision: "once" } });
		expect(decided).toMatchObject({ status: 200, body: { state: "approved", entityIds: [before.id] } });
		expect(await bench.readEntity(TASK)).toMatchObject({
			version: before.version + 1,
			props: { priority: 4 },
		});
		expect(await bench.call(path, { body: { decision: "once" } })).toMatchObject({
			status: 409,
			body: { code: "already_decided" },
		});

		const undone = await bench.call(`/api/changes/${decided.body.changeId}/undo`, { body: {} });
		expect(undone.status).toBe(200);
		expect((await bench.readEntity(TASK)).props).toEqual(before.props);
	});

	test("[A7] is refused when what it was planned on has moved on", async () => {
		bench.script(change(), say("I propose priority 4."));
		const { parts } = await bench.converse("Make it less urgent", { message: { focus: { id: TASK } } });
		const { id, version } = await bench.readEntity(TASK);
		const { writer } = await bench.served.demo.as(MAREN);
		await writer.update({ id, version, patch: { description: "Somebody was faster." }, via: "test" });
		const decided = await bench.call(`/api/approvals/${approvalOf(parts).id}`, {
			body: { decision: "once" },
		});
		expect(decided.status).toBe(409);
		expect((await bench.readEntity(TASK)).description).toBe("Somebody was faster.");
	});

	test("that is refused is not done", async () => {
		const before = await bench.readEntity(TASK);
		bench.script(callOnce("delete_entity", { entity_id: TASK }), say("I propose to delete it."));
		const { parts } = await bench.converse("Get rid of it", { message: { focus: { id: TASK } } });
		const decided = await bench.call(`/api/approvals/${approvalOf(parts).id}`, {
			body: { decision: "deny", reason: "We need it." },
		});
		expect(decided.body).toMatchObject({ state: "denied", changeId: null });
		expect(await bench.readEntity(TASK)).toMatchObject({ version: before.version, deleted_at: null });
	});

	test("[A6] of one's own text needs no second question after a yes for this chat; deleting always does", async () => {
		const note = await bench.call("/api/entities", {
			body: { kind: "note", title: "Quorvex list", body: "Bread and milk." },
		});
		const alone = { focus: { id: "Quorvex list" }, recipe: "element", budget: { semantic: 0, activity: 0 } };
		const add = (body: string) => callOnce("upsert_entity", { entity_id: "Quorvex list", body });
		bench.script(add("Bread."), say("Shorter."));
		const first = await bench.converse("Shorten my list", { message: alone });
		const approval = approvalOf(first.parts);
		expect(approval.tainted).toBe(false);
		const always = await bench.call(`/api/approvals/${approval.id}`, { body: { decision: "always" } });
		expect(always.body.state).toBe("approved");

		const own = await bench.call("/api/entities", {
			body: { kind: "note", title: "Wexil list", body: "Nails." },
		});
		expect([note.status, own.status]).toEqual([201, 201]);
		bench.script(callOnce("upsert_entity", { entity_id: "Wexil list", body: "Screws." }), say("Changed."));
		const message = { ...alone, focus: { id: "Wexil list" }, parentId: null };
		const second = await bench.converse("Screws, not nails", { chatId: first.chatId, message });
		expect(approvalOf(second.parts)).toEqual({});
		expect(await bench.readEntity("Wexil list")).toMatchObject({ body: "Screws." });
		const { actions } = dataOf(second.parts, "data-answer") as { actions: { changeId: string }[] };
		expect(actions).toMatchObject([{ tool: "upsert_entity" }]);
		const { body: change } = await bench.call(`/api/changes?entity_id=${own.body.id}`);
		expect(JSON.stringify(change)).toContain(`chat:${first.chatId}`);

		bench.script(callOnce("delete_entity", { entity_id: "Wexil list" }), say("Gone?"));
		const third = await bench.converse("Delete it", { chatId: first.chatId, message });
		expect(approvalOf(third.parts)).toMatchObject({ state: "pending" });
		expect((await bench.readEntity("Wexil list")).deleted_at).toBeNull();
	});
});

describe("a conversation", () => {
	test("[A10] an edited question makes a branch, and the model reads only its own branch", async () => {
		bench.script(say("First answer."));
		const { chatId } = await bench.converse("First question");
		const { body } = await bench.call(`/api/chats/${chatId}`);
		const [question] = body.messages as { id: string; parent_id: string | null }[];
		expect(question?.parent_id).toBeNull();
		bench.script(say("Second answer."));
		await bench.converse("First question, edited", { chatId, message: { parentId: null } });
		expect(JSON.stringify(bench.wire().messages)).not.toContain("First answer.");
		expect((await bench.call(`/api/chats/${chatId}`)).body.messages).toHaveLength(4);
		expect((await bench.call(`/api/chats/${chatId}`)).body.title).toBe("First question");
	});

	test("[A5] files are read into the message and pictures go to a model that sees", async () => {
		bench.script(say("I see."));
		const message = {
			files: [{ name: "list.txt", text: "Bread and milk." }],
			images: [{ mediaType: "image/png", data: "iVBORw0KGgo=" }],
		};
		const { parts } = await bench.converse("What is this?", { message });
		expect(dataOf(parts, "data-answer")).toMatchObject({ state: "answered", tainted: true });
		const sent = JSON.stringify(bench.wire().messages.at(-1));
		expect(sent).toContain("Bread and milk.");
		expect(sent).toContain('"media_type":"image/png"');
	});

	test("a dry run tells the context and stores nothing", async () => {
		const sent = bench.provider.requests.length;
		const { chatId, parts } = await bench.converse("What is blocked?", { message: { dryRun: true } });
		expect(parts.map(({ type }) => type)).toEqual(["start", "data-context", "finish"]);
		expect(bench.provider.requests).toHaveLength(sent);
		expect((await bench.call(`/api/chats/${chatId}`)).body.messages).toEqual([]);
	});

	test("[A4] a right that is taken away between two passes ends the turn and withholds its answer", async () => {
		const guest = "sylvie@marchetti-advisers.example";
		const { skein, workspaceId } = bench.served.demo;
		const { reader } = await bench.served.demo.as(guest);
		const [project] = reader.access.readableProjects;
		const title = [...reader.graph.nodes()].find(
			({ project_id, id }) => project_id === project && id !== project,
		);
		const { accountId } = await skein.principal(workspaceId, guest);
		const { projectMembers } = await bench.served.demo.as(MAREN);
		let passes = 0;
		bench.provider.answerWith(() => {
			passes += 1;
			projectMembers.setMember(project ?? "", accountId, null).catch(() => undefined);
			return [
				...say("Let me look."),
				{ do: "wait", milliseconds: 500 },
				...callOnce("search_ontology", { query: "x" }),
			];
		});
		const as = await bench.served.credential(guest);
		const { body: chat } = await bench.call("/api/chats", { body: {}, as });
		const response = await fetch(`${bench.served.url}/api/chats/${chat.id}/messages`, {
			method: "POST",
			headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
			body: JSON.stringify({ text: "What is this?", now: NOW, focus: { id: title?.id } }),
		});
		const parts = await collectTurn(response);
		expect(passes).toBe(1);
		// The right goes while the first words come: they are sent if they come before, and withheld after.
		expect(["", "Let me look."]).toContain(textOf(parts));
		expect(dataOf(parts, "data-answer")).toMatchObject({
			state: "failed",
			error: { code: "rights_changed" },
		});
	});
});
