import { fromMarkdown } from "mdast-util-from-markdown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildContext } from "../../src/context/build-context.ts";
import { RECIPE_NAMES } from "../../src/context/model/recipe.ts";
import type { ContextRequest } from "../../src/context/model/request.ts";
import { Graph } from "../../src/graph/graph.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import { Store } from "../../src/graph/store/store.ts";
import { insertWorkspaces } from "../support/insert-workspaces.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import { forEachSeed, type Random } from "../support/random.ts";
import { makeRandomWorkspace, type RandomWorkspace } from "../support/random-workspace.ts";

const WORKSPACES = 60;
const WORKSPACES_PER_BATCH = 20;
const REQUESTS_EACH = 6;

let db: Db;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db?.close());

/** Texts that would look like the frame if they appeared at the place of the frame. */
const MARKERS = [
	..."# Related Content|## Current Context|### Focus|#### Notes|- @Someone [id:aaaaaaaa]|> quoted|---|===".split(
		"|",
	),
	..."```|````````|~~~|<!-- |-->|<system>|</context>|$&|$1|{query}|{{name}}|`|![x](y)|[x]: y|1. |* |+ |\\|~".split(
		"|",
	),
	...'"}]}|\u2028|\u0085|\v|\f|\r|\r\n|\n|\n\n|\n# |\n- |\n    |\t'.split("|"),
];

/** Starts with a word, so that something is left of it wherever it is trimmed. */
const drawHostile = (random: Random): string =>
	`word ${random.list(random.between(1, 12), () => random.pick(MARKERS)).join(random.pick(["", " ", "\n"]))}`;

const HARMLESS = "word and some more words";

/** The same workspace with other words: every existing text is replaced, none is added. */
function rewrite(workspace: RandomWorkspace, id: string, write: () => string): RandomWorkspace {
	const anew = (text: string): string => (text === "" ? "" : write());
	return {
		...workspace,
		id,
		entities: workspace.entities.map((entity) => ({
			...entity,
			title: anew(entity.title),
			aliases: entity.aliases.map(anew),
			body: anew(entity.body),
			description: anew(entity.description),
			props: { ...entity.props, ...(entity.props.extra !== undefined && { extra: write() }) },
		})),
		edges: workspace.edges.map((edge) => ({ ...edge, text: anew(edge.text) })),
	};
}

/** Asks for no words, so that what is found does not depend on them; with room for everything. */
function drawRequest(random: Random, { entities }: RandomWorkspace): ContextRequest {
	const ids = entities.map(({ id }) => id);
	const recipe = random.pick(RECIPE_NAMES);
	return {
		query: "",
		type: "chat",
		now: "2026-01-02T10:00:00.000Z",
		budget: { total: 200_000 },
		fill: "budget",
		recipe,
		...((random.chance(0.7) || recipe === "project") && { focus: { id: random.pick(ids) } }),
		...(random.chance(0.5) && { pins: random.some(ids, 0.3) }),
		...(random.chance(0.5) && { mentions: random.some(ids, 0.3) }),
	};
}

/** The parts of a text as a reader of Markdown sees them, without a word of what they hold. */
const outline = (text: string): readonly string[] =>
	fromMarkdown(text).children.map((node) => {
		if (node.type === "heading") return `heading ${node.depth}`;
		if (node.type === "list") return `list of ${node.children.length}`;
		return node.type;
	});

test(`[L7] [P15] no text can change the outline of a context (${WORKSPACES * REQUESTS_EACH} contexts)`, async () => {
	const graph = new Graph(new Store(db));
	let compared = 0;
	await forEachSeed(WORKSPACES / WORKSPACES_PER_BATCH, async (batch, random) => {
		const made = random.list(WORKSPACES_PER_BATCH, (index) => {
			const workspace = makeRandomWorkspace(8_000_000 + batch * WORKSPACES_PER_BATCH + index);
			const hostile = rewrite(workspace, random.id(), () => drawHostile(random));
			return { hostile, harmless: rewrite(workspace, random.id(), () => HARMLESS) };
		});
		await insertWorkspaces(
			db,
			made.flatMap(({ hostile, harmless }) => [hostile, harmless]),
		);
		for (const { hostile, harmless } of made) {
			const accountId = hostile.people[0]?.id ?? "";
			const [attacked, quiet] = await Promise.all(
				[hostile, harmless].map(({ id }) => graph.openSession({ workspaceId: id, accountId })),
			);
			if (attacked === undefined || quiet === undefined) throw new Error("Nobody is there.");
			const visible = new Set([...quiet.reader.graph.nodes()].map(({ id }) => id));
			const shown = { ...harmless, entities: harmless.entities.filter(({ id }) => visible.has(id)) };
			if (shown.entities.length === 0) continue;
			for (let index = 0; index < REQUESTS_EACH; index += 1) {
				const request = drawRequest(random, shown);
				const [told, expected] = await Promise.all(
					[attacked, quiet].map(({ reader }) => buildContext({ reader, request })),
				);
				expect(outline(told?.serialized ?? "")).toEqual(outline(expected?.serialized ?? ""));
				compared += 1;
			}
		}
	});
	expect(compared).toBeGreaterThan(WORKSPACES * REQUESTS_EACH * 0.8);
}, 400_000);
