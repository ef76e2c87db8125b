import { expect, test } from "vitest";
import type { ContextItem, ContextPayload } from "../../src/context/model/payload.ts";
import type { SkeinSession } from "../../src/open-skein.ts";
import { NOW } from "../support/open-demo.ts";
import { stageDemo } from "../support/stage-demo.ts";

const blocksOf = ({ sections }: ContextPayload): readonly ContextItem[] =>
	(sections.find(({ type }) => type === "focus")?.items ?? []).filter((item) => item.blockId !== item.id);

const stage = stageDemo();

const summarize = (session: SkeinSession, pageId: string): Promise<ContextPayload> =>
	session.buildContext({
		query: "Summarize this page",
		type: "assist",
		recipe: "summarize-page",
		focus: { pageId },
		now: NOW,
	});

test("[F9] of a context made to summarize a page that is longer than it, at least 70 % of the tokens are the page's own blocks", async () => {
	const { graph, rows } = stage.maren.reader;
	const documents = [...graph.nodes()].filter(({ kind }) => kind === "document").map(({ id }) => id);
	const bodies = [...(await rows.getMany(documents)).values()].map(({ body }) => body);
	const page = await stage.maren.writer.create(
		{ kind: "page", title: "Everything we wrote down", body: bodies.join("\n\n") },
		"test",
	);
	const payload = await summarize(await stage.demo.as("maren@rillmark.example"), page.id);
	const own = blocksOf(payload).filter((item) => item.id === page.id);
	const share = own.reduce((sum, item) => sum + item.tokens, 0) / payload.metadata.totalTokens;
	expect(payload.metadata.budget).toMatchObject({
		total: 3_000,
		focus: 2_500,
		semantic: 200,
		relations: 200,
	});
	expect(payload.metadata.totalTokens).toBeGreaterThan(2_700);
	expect(share).toBeGreaterThanOrEqual(0.7);
});

test("[F9] of a short page every block is there, whole and in order", async () => {
	const page = stage.maren.reader.graph.find("How we run a review");
	const payload = await summarize(stage.maren, page?.id ?? "");
	const blocks = blocksOf(payload);
	expect(blocks.every((item) => item.form === "full")).toBe(true);
	const told = blocks.map(({ content }) => content.replaceAll(/^> ?/gm, "").trim()).join("\n\n");
	const { body } = await stage.maren.reader.rows.get(page?.id ?? "");
	expect(told.replace(/\s+/g, " ")).toBe(body.replace(/\s+/g, " ").trim());
});
