import { expect, test } from "vitest";
import { NOW, openDemo } from "../support/open-demo.ts";

const QUERIES = [
	"Which risks threaten the launch and what mitigates them?",
	"Why did the hinge supplier change?",
	"modem last order date",
	"flood warning for the wardens",
	"What was decided about the battery?",
];

test("[L13] [L5] a context is the same whether its texts and forms were kept or not", async () => {
	const fresh = await openDemo();
	try {
		const reader = await fresh.as("priya@rillmark.example");
		const build = async (query: string) => {
			const { serialized, omitted } = await reader.buildContext({ query, now: NOW });
			return { serialized, omitted };
		};
		const first = new Map<string, Awaited<ReturnType<typeof build>>>();
		for (const query of QUERIES) first.set(query, await build(query));
		for (const query of QUERIES.toReversed()) expect(await build(query)).toEqual(first.get(query));
	} finally {
		await fresh.close();
	}
}, 60_000);
