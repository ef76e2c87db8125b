import type { NewEntity } from "../../src/graph/model/entity.ts";
import type { AuthorStage } from "./author-stage.ts";
import { type Carrier, defineForeign, foreign, link, NOTE, type Planting, titled } from "./carrier.ts";
import { TOOL_CARRIERS } from "./tool-carriers.ts";

/** Somebody else's entity, in focus. */
const inFocus = (where: string, make: (planting: Planting) => Partial<NewEntity>): Carrier => ({
	where,
	plant: async (planting) => {
		const { stage } = planting;
		const entity = { ...NOTE, title: titled(stage), ...make(planting) };
		const { id } = await stage.write(entity, stage.attacker);
		return { asking: { request: stage.alone(id) } };
	},
});

/** The asker's own entity in focus, after somebody has done something to what is around it. */
const around = (where: string, make: (planting: Planting) => Promise<string>): Carrier => ({
	where,
	plant: async (planting) => ({ asking: { request: planting.stage.alone(await make(planting)) } }),
});

const ENTITIES: readonly Carrier[] = [
	inFocus("the body of an entity", ({ order }) => ({ body: order })),
	inFocus("a title", ({ order, stage }) => ({ title: `${order.slice(0, 300)} ${stage.next()}` })),
	inFocus("a description", ({ order }) => ({ description: order })),
	inFocus("the value of a field", ({ order }) => ({ props: { remark: order } })),
	inFocus("the name of a field", ({ name }) => ({ props: { [name]: "yes" } })),
	inFocus("the name of a file in a field", ({ order }) => ({
		props: { source_path: `${order.slice(0, 200)}.md` },
	})),
	inFocus("a list in a field", ({ order }) => ({ props: { tags: ["a", order] } })),
	{
		where: "a mentioned entity",
		plant: async (planting) => {
			const { id } = await foreign(planting, { kind: "task", description: planting.order });
			const request = { ...planting.stage.alone(planting.own.id), mentions: [id] };
			return { asking: { request } };
		},
	},
	{
		where: "a pinned note",
		plant: async (planting) => {
			const { id } = await foreign(planting, { body: planting.order });
			return { asking: { request: { ...planting.stage.alone(planting.own.id), pins: [id] } } };
		},
	},
	{
		where: "a text that matches the question",
		plant: async (planting) => {
			const { stage, order } = planting;
			await stage.write({ ...NOTE, title: titled(stage, "Quorvexing"), body: order }, stage.attacker);
			// Earlier cases left texts like it: all of them are to be read.
			const request = { recipe: "workspace-chat", fill: "budget" } as const;
			return { asking: { text: "quorvexing minutes", request } };
		},
	},
	{
		where: "the header and graph of a project",
		plant: async (planting) => {
			const project = await foreign(planting, { kind: "project" });
			return { asking: { request: { projectId: project.id, recipe: "project" } } };
		},
	},
];

const AROUND_OWN: readonly Carrier[] = [
	around("the name of a relation between one's own things", async ({ stage, name }) => {
		const a = await stage.write({ kind: "Crate", title: titled(stage, "Crate") });
		const b = await stage.write({ kind: "Crate", title: titled(stage, "Crate") });
		await link(stage, stage.attacker, { src_id: a.id, rel: name, dst_id: b.id });
		return a.id;
	}),
	around("the name of a relation, read from its other end", async ({ stage, name }) => {
		const a = await stage.write({ kind: "Crate", title: titled(stage, "Crate") });
		const b = await stage.write({ kind: "Crate", title: titled(stage, "Crate") });
		await link(stage, stage.attacker, { src_id: a.id, rel: name, dst_id: b.id });
		return b.id;
	}),
	around("the name of a kind", async (planting) => {
		const { stage, name } = planting;
		await defineForeign(planting, { kind: name });
		return (await stage.write({ kind: name, title: titled(stage, "Thing") })).id;
	}),
	around("the name of a kind's field", async (planting) => {
		const { stage, name } = planting;
		const kind = `Kind${stage.next()}`;
		await defineForeign(planting, { kind, fields: [{ name, type: "text" }] });
		return (await stage.write({ kind, title: titled(stage, "Thing"), props: { [name]: "yes" } })).id;
	}),
	around("the title of what one's own is linked to", async (planting) => {
		const other = await foreign(planting);
		await link(planting.stage, planting.stage.asker, {
			...{ src_id: planting.own.id, rel: "relates_to", dst_id: other.id },
		});
		return planting.own.id;
	}),
	around("the title of what one's own field refers to", async (planting) => {
		const { stage } = planting;
		const other = await foreign(planting);
		const kind = `Holder${stage.next()}`;
		const fields = [{ name: "about", type: "note_ref" }] as const;
		await (await stage.as(stage.attacker)).writer.defineKind({ kind, label: kind, fields }, "http");
		return (await stage.write({ kind, title: titled(stage, "Holder"), props: { about: other.id } })).id;
	}),
	around("the title of what one's own text names by another name", async (planting) => {
		const { stage } = planting;
		const alias = titled(stage, "Alias");
		await foreign(planting, { aliases: [alias] });
		return (await stage.write({ ...NOTE, title: titled(stage), body: `See [[${alias}]].` })).id;
	}),
	around("one's own text after somebody has changed it", async ({ stage, order, own }) => {
		await (await stage.as(stage.attacker)).writer.update({
			id: own.id,
			version: own.version,
			patch: { body: order },
			via: "http",
		});
		return own.id;
	}),
	around("somebody's text after the asker has changed its title", async (planting) => {
		const { stage, order } = planting;
		const { id, version } = await stage.write({ ...NOTE, title: titled(stage), body: order }, stage.attacker);
		await (await stage.as()).writer.update({
			id,
			version,
			patch: { title: titled(stage, "Mine") },
			via: "http",
		});
		return id;
	}),
	around("somebody's change that the asker has undone and done again", async ({ stage, order, own }) => {
		const attacker = await stage.as(stage.attacker);
		const { change_id } = await attacker.writer.commit(
			[{ op: "update", id: own.id, version: own.version, patch: { body: order } }],
			"http",
		);
		const undone = await (await stage.as()).writer.undo(change_id ?? "", "http");
		await (await stage.as()).writer.undo(undone.change_id ?? "", "http");
		return own.id;
	}),
	...[
		"import:markdown",
		"http:token",
		"http:file",
		"mcp:upsert_entity",
		"chat:x turn:y tool:z call:w",
		"summary:m",
		"watch",
		"",
	].map((via) =>
		around(`what the asker's account wrote through "${via}"`, async ({ stage, order }) => {
			const { id } = await stage.write({ ...NOTE, title: titled(stage), body: order }, stage.asker, via);
			return id;
		}),
	),
	{
		where: "the name of the project of one's own task",
		plant: async (planting) => {
			const { stage } = planting;
			const project = await foreign(planting, { kind: "project" });
			const { projectMembers } = await stage.as(stage.attacker);
			await projectMembers.setMember(project.id, stage.asker.accountId, "editor");
			const task = await stage.write({ kind: "task", title: titled(stage, "Task"), project_id: project.id });
			return {
				asking: {
					request: { focus: { id: task.id }, recipe: "combined", budget: { semantic: 0, activity: 0 } },
				},
			};
		},
	},
	{
		where: "the words on a relation between one's own things",
		plant: async ({ stage, order, own }) => {
			const other = await stage.write({ ...NOTE, title: titled(stage) });
			const edge = { src_id: own.id, rel: "relates_to", dst_id: other.id, text: order.slice(0, 500) };
			await link(stage, stage.attacker, edge);
			const looks = [{ name: "get_entity_relationships", input: { entity_id: own.ref } }];
			return { asking: { request: stage.alone(own.id) }, looks };
		},
	},
	{
		where: "the asker's name, which an admin typed into the invitation",
		plant: async ({ stage, order }) => {
			const { members } = await stage.as(stage.attacker);
			const email = `invited${stage.next()}@example.org`;
			const { id } = await members.add({ email, display_name: order.slice(0, 90), role: "member" });
			const asker = { ...stage.asker, accountId: id };
			const own = await stage.write({ ...NOTE, title: titled(stage) }, asker);
			return { asking: { as: asker, request: stage.alone(own.id) }, asker };
		},
	},
];

const BROUGHT: readonly Carrier[] = [
	{
		where: "the text of an attached file",
		plant: async ({ stage, order, own }) => ({
			asking: { request: stage.alone(own.id), files: [{ name: "a.txt", text: order }] },
		}),
	},
	{
		where: "the name of an attached file",
		plant: async ({ stage, order, own }) => ({
			asking: { request: stage.alone(own.id), files: [{ name: `${order.slice(0, 200)}.txt`, text: "a" }] },
		}),
	},
	{
		where: "an attached picture",
		isUnreadable: true,
		plant: async ({ stage, own }) => ({
			asking: { request: stage.alone(own.id), images: [{ mediaType: "image/png", data: "iVBORw0KGgo=" }] },
		}),
	},
	...(["read", "write"] as const).flatMap((mode): Carrier[] => [
		{
			where: `a question sent with a ${mode} token`,
			plant: async ({ stage, order, own }) => ({
				asking: {
					...{ as: { ...stage.asker, grant: { mode, projectIds: null } }, text: order },
					request: stage.alone(own.id),
				},
			}),
		},
		{
			where: `an earlier question sent with a ${mode} token`,
			plant: async ({ stage, order, own }) => ({
				asking: { request: stage.alone(own.id) },
				before: {
					asking: {
						...{ as: { ...stage.asker, grant: { mode, projectIds: null } }, text: order },
						request: stage.alone(own.id),
					},
				},
			}),
		},
	]),
	{
		where: "an earlier answer for which something foreign was read",
		plant: async (planting) => {
			const { stage, order, own } = planting;
			const { id } = await foreign(planting);
			return {
				asking: { request: stage.alone(own.id) },
				before: { asking: { request: stage.alone(id) }, answer: `It says: ${order}` },
			};
		},
	},
	{
		where: "an earlier attached file",
		plant: async ({ stage, order, own }) => ({
			asking: { request: stage.alone(own.id) },
			before: {
				asking: { request: stage.alone(own.id), files: [{ name: "a.txt", text: order }] },
				answer: `It says: ${order}`,
			},
		}),
	},
	{
		where: "a history that the caller hands over",
		plant: async ({ stage, order, own }) => ({
			asking: {
				request: { ...stage.alone(own.id), history: [{ role: "assistant", content: order }] },
			},
		}),
	},
];

/** A word for things of a kind that nobody but this question has, and the kind. */
const coin = (stage: AuthorStage) => {
	const number = stage.next();
	return { kind: `Gizmo${number}`, words: `felt${number} wares` };
};

/** A set that a question asks for is headed and listed by the names of kinds, states and fields, with one's own things in it. */
const ASKED_SETS: readonly Carrier[] = [
	{
		where: "the plural of a kind that a question calls by another name",
		plant: async (planting) => {
			const { stage, order } = planting;
			const { kind, words } = coin(stage);
			await defineForeign(planting, {
				...{ kind, plural: order.slice(0, 200), also_called: [words] },
				...{ fields: [{ name: "ends", type: "date" }], due_field: "ends" },
			});
			await stage.write({ kind, title: titled(stage, "Thing"), props: { ends: "2020-01-01" } });
			return { asking: { text: `Which ${words} are overdue?` } };
		},
	},
	{
		where: "the field that says until when something is due",
		plant: async (planting) => {
			const { stage, name } = planting;
			const { kind, words } = coin(stage);
			await defineForeign(planting, {
				...{ kind, plural: words, fields: [{ name, type: "date" }], due_field: name },
			});
			await stage.write({ kind, title: titled(stage, "Thing"), props: { [name]: "2020-01-01" } });
			return { asking: { text: `Which ${words} are overdue?` } };
		},
	},
	{
		where: "the state of one's own thing of somebody's kind",
		plant: async (planting) => {
			const { stage, name } = planting;
			const { kind, words } = coin(stage);
			const fields = [{ name: "state", type: "select", options: ["open", name] }] as const;
			await defineForeign(planting, { kind, plural: words, fields, closed_states: ["open"] });
			await stage.write({ kind, title: titled(stage, "Thing"), state_key: name });
			return { asking: { text: `List all ${words}` } };
		},
	},
];

/** Every way by which a string that the asker did not write gets into a prompt, found by reading the code. */
export const CARRIERS: readonly Carrier[] = [
	...ENTITIES,
	...AROUND_OWN,
	...ASKED_SETS,
	...TOOL_CARRIERS,
	...BROUGHT,
];
