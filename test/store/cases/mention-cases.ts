import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

export function describeMentions(bench: () => Workbench): void {
	const note = (title: string, body = "") => bench().create("ada", { kind: "note", title, body });
	const edges = (id: string) => bench().edgesOf("ada", id);

	test("[G18] an @mention is an edge to the longest name that is somebody's", async () => {
		await note("Ana");
		await note("Ana Luz");
		const source = await note("Call", "Spoke to @Ana Luz today, not to ana@example.org or @Nobody.");
		expect(await edges(source.id)).toEqual(["mentions>Ana Luz (mention)"]);
	});

	test("[G18] a mention goes with the text, and a name that several carry is nobody's", async () => {
		await note("Ana");
		const source = await note("Call", "@Ana said so.");
		await (await bench().writer("ada")).update({
			id: source.id,
			version: 1,
			patch: { body: "Nobody said so." },
			via: "test",
		});
		expect(await edges(source.id)).toEqual([]);
		await note("Twin");
		await note("Twin");
		expect(await edges((await note("Torn", "@Twin")).id)).toEqual([]);
	});

	test("[G18] only who may be read can be mentioned, and an editor without that right does not cut a mention", async () => {
		const secret = await bench().create("ada", { kind: "note", title: "Secret", visibility: "private" });
		const open = await note("Open", "see @Secret");
		expect(await edges(open.id)).toEqual(["mentions>Secret (mention)"]);
		await (await bench().writer("ben")).update({
			id: open.id,
			version: 1,
			patch: { body: "do see @Secret" },
			via: "test",
		});
		expect(await edges(open.id)).toEqual(["mentions>Secret (mention)"]);
		const guess = await bench().create("ben", { kind: "note", title: "Guess", body: "@Secret" });
		expect(await edges(guess.id)).toEqual([]);
		expect(secret.title).toBe("Secret");
	});
}
