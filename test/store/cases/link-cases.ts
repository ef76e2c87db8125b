import { expect, test } from "vitest";
import type { Workbench } from "../../support/workbench.ts";

export function describeLinks(bench: () => Workbench): void {
	const note = (title: string, body = "") => bench().create("ada", { kind: "note", title, body });
	const edges = (id: string) => bench().edgesOf("ada", id);

	test("[G7] a link in a text is an edge of the same change, and goes with the text", async () => {
		await note("Arch");
		const source = await note("Source", "See [[Arch]], [[arch|again]] and `[[Not this]]`.");
		expect(await edges(source.id)).toEqual(["mentions>Arch (link)"]);
		const [link] = (await bench().as("ada")).reader.graph.linksOf(source.id);
		const writer = await bench().writer("ada");
		await writer.update({ id: source.id, version: 1, patch: { body: "Only [[Arch]] now." }, via: "test" });
		expect((await bench().as("ada")).reader.graph.linksOf(source.id)[0]?.edge.id).toBe(link?.edge.id);
		await writer.update({ id: source.id, version: 2, patch: { body: "No more." }, via: "test" });
		expect(await edges(source.id)).toEqual([]);
	});

	test("[G7] a body that stays as it was keeps its links when other columns change", async () => {
		await note("Arch");
		const source = await note("Source", "[[Arch]]");
		const patch = { props: { tags: ["x"] }, description: "d", title: "Spring" };
		await (await bench().writer("ada")).update({ id: source.id, version: 1, patch, via: "test" });
		expect(await edges(source.id)).toEqual(["mentions>Arch (link)"]);
	});

	test("[G8] one commit may name what it creates later", async () => {
		const { entities } = await bench().commit(
			"ada",
			{ op: "create", entity: { kind: "note", title: "First", body: "[[Second]]" } },
			{ op: "create", entity: { kind: "note", title: "Second", body: "[[First]]" } },
		);
		expect(await edges(entities[0]?.id ?? "")).toEqual(["mentions<Second (link)", "mentions>Second (link)"]);
	});

	test("[G8] a name that several carry is nobody's; a title goes before an alias, the own project before others", async () => {
		await note("Twin");
		await note("Twin");
		const torn = await note("Torn", "[[Twin]]");
		expect(await edges(torn.id)).toEqual([]);

		await bench().create("ada", { kind: "note", title: "Other", aliases: ["Pier"] });
		await note("Pier");
		expect(await edges((await note("Titled", "[[pier]]")).id)).toEqual(["mentions>Pier (link)"]);

		const project_id = await bench().project("Alpha");
		const near = await bench().create("ada", { kind: "document", title: "Deck", project_id });
		await note("Deck");
		const source = await bench().create("ada", {
			kind: "document",
			title: "D",
			project_id,
			body: "[[Deck]]",
		});
		expect((await bench().as("ada")).reader.graph.linksOf(source.id)[0]?.other.id).toBe(near.id);
	});

	test("[G8] a third of the same name does not make an ambiguous link choose", async () => {
		await note("Twin");
		await note("Twin");
		const torn = await note("Torn", "[[Twin]]");
		await note("Twin");
		expect(await edges(torn.id)).toEqual([]);
	});

	test("[G8] a link finds only what its writer may read", async () => {
		await bench().create("ada", { kind: "note", title: "Secret", visibility: "private" });
		const blind = await bench().create("ben", { kind: "note", title: "Blind", body: "[[Secret]]" });
		expect(await edges(blind.id)).toEqual([]);
		const seeing = await note("Seeing", "[[Secret]]");
		expect(await edges(seeing.id)).toEqual(["mentions>Secret (link)"]);
		expect(await bench().edgesOf("ben", seeing.id)).toEqual([]);
	});

	test("[G5] a link draws no edge across projects", async () => {
		await bench().create("ada", { kind: "document", title: "Plans", project_id: await bench().project("A") });
		const project_id = await bench().project("B");
		const source = await bench().create("ada", {
			kind: "document",
			title: "D",
			project_id,
			body: "[[Plans]]",
		});
		expect(await edges(source.id)).toEqual([]);
	});

	test("[G9] a rename rewrites no text and cuts no link: the old title stays as another name", async () => {
		const arch = await note("Arch");
		const before = await note("Before", "[[Arch]]");
		const renamed = await (await bench().writer("ada")).update({
			id: arch.id,
			version: 1,
			patch: { title: "Vault" },
			via: "test",
		});
		expect(renamed.aliases).toEqual(["Arch"]);
		const after = await note("After", "[[Arch]] and [[Vault]]");
		expect(await edges(before.id)).toEqual(["mentions>Vault (link)"]);
		expect(await edges(after.id)).toEqual(["mentions>Vault (link)"]);
		const back = await (await bench().writer("ada")).update({
			id: arch.id,
			version: 2,
			patch: { title: "Arch" },
			via: "test",
		});
		expect(back.aliases).toEqual(["Vault"]);
		expect((await bench().as("ada")).reader.graph.find("vault")?.id).toBe(arch.id);
	});

	test("[G9] other names have a bound: too many are refused, and a rename drops the oldest", async () => {
		const names = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}`);
		const one = { kind: "note", title: "One" } as const;
		for (const aliases of [names(101, "name"), names(10_000, "name")])
			await expect(bench().create("ada", { ...one, aliases })).rejects.toMatchObject({ code: "too_large" });
		const note = await bench().create("ada", { ...one, aliases: names(100, "name") });
		const writer = await bench().writer("ada");
		const refused = writer.update({
			id: note.id,
			version: 1,
			patch: { aliases: names(101, "other") },
			via: "test",
		});
		await expect(refused).rejects.toMatchObject({ code: "too_large" });
		let aliases: readonly string[] = [];
		for (const [at, title] of names(30, "title").entries())
			({ aliases } = await writer.update({ id: note.id, version: at + 1, patch: { title }, via: "test" }));
		expect(aliases).toHaveLength(100);
		expect(aliases.slice(0, 1)).toEqual(["name 30"]);
		expect(aliases.slice(-2)).toEqual(["title 27", "title 28"]);
	});

	test("[G10] a link heals when its page is made, renamed to fit, or brought back", async () => {
		const source = await note("Source", "[[Made]] [[Renamed]] [[Restored]]");
		await note("Made");
		expect(await edges(source.id)).toEqual(["mentions>Made (link)"]);
		const other = await note("Other");
		await (await bench().writer("ada")).update({
			id: other.id,
			version: 1,
			patch: { title: "Renamed" },
			via: "test",
		});
		expect(await edges(source.id)).toEqual(["mentions>Made (link)", "mentions>Renamed (link)"]);
		const gone = await note("Restored");
		await bench().commit("ada", { op: "delete", id: gone.id });
		const late = await note("Late", "[[Restored]]");
		expect(await edges(late.id)).toEqual([]);
		await bench().commit("ada", { op: "restore", id: gone.id });
		expect(await edges(late.id)).toEqual(["mentions>Restored (link)"]);
		expect(await edges(source.id)).toHaveLength(3);
	});

	test("[G10] a link to what lies in the trash goes over to a new page of that name", async () => {
		const old = await note("Page");
		const source = await note("Source", "[[Page]]");
		await bench().commit("ada", { op: "delete", id: old.id });
		expect(await edges(source.id)).toEqual([]);
		const fresh = await note("Page");
		expect((await bench().as("ada")).reader.graph.linksOf(source.id).map(({ other }) => other.id)).toEqual([
			fresh.id,
		]);
		await bench().commit("ada", { op: "restore", id: old.id });
		expect((await bench().as("ada")).reader.graph.linksOf(source.id).map(({ other }) => other.id)).toEqual([
			fresh.id,
		]);
	});

	test("[G10] two pages of one name that appear together leave the link open", async () => {
		const source = await note("Source", "[[Twin]]");
		await bench().commit(
			"ada",
			{ op: "create", entity: { kind: "note", title: "Twin" } },
			{ op: "create", entity: { kind: "note", title: "Twin" } },
		);
		expect(await edges(source.id)).toEqual([]);
	});

	test("[G10] a link heals only to a page that has the same readers", async () => {
		const source = await note("Source", "[[Page]]");
		const hidden = await bench().create("ada", { kind: "note", title: "Page", visibility: "private" });
		expect(await edges(source.id)).toEqual([]);
		await bench().create("ada", { kind: "note", title: "Page", project_id: await bench().project() });
		expect(await edges(source.id)).toEqual([]);
		await (await bench().writer("ada")).update({
			id: hidden.id,
			version: 1,
			patch: { visibility: "inherit" },
			via: "test",
		});
		expect(await edges(source.id)).toEqual(["mentions>Page (link)"]);
	});

	test("[G11] an edit by somebody who may not read a target keeps the links that others made to it", async () => {
		await bench().create("ada", { kind: "note", title: "Secret", visibility: "private" });
		await note("Open");
		const source = await note("Source", "[[Secret]] [[Open]]");
		await (await bench().writer("ben")).update({
			id: source.id,
			version: 1,
			patch: { body: "Better: [[Secret]]" },
			via: "test",
		});
		expect(await edges(source.id)).toEqual(["mentions>Secret (link)"]);
		expect(await bench().edgesOf("ben", source.id)).toEqual([]);
	});

	test("[G13] a derived edge is changed through its text", async () => {
		await note("Arch");
		const source = await note("Source", "[[Arch]]");
		const [link] = (await bench().as("ada")).reader.graph.linksOf(source.id);
		await expect(bench().commit("ada", { op: "unlink", id: link?.edge.id ?? "" })).rejects.toMatchObject({
			code: "derived_edge",
		});
	});
}
