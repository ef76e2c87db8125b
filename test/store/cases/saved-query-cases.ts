import { expect, test } from "vitest";
import type { Session } from "../../../src/graph/graph.ts";
import type { Person, Workbench } from "../../support/workbench.ts";

const OPEN = "SELECT t FROM task WHERE t.open = yes";
const NOTES = "SELECT n FROM note";

export function describeSavedQueries(bench: () => Workbench): void {
	const queries = async (
		person: Person,
		grant?: Parameters<Workbench["as"]>[1],
	): Promise<Session["savedQueries"]> => (await bench().as(person, grant)).savedQueries;
	const names = async (person: Person): Promise<readonly string[]> =>
		(await (await queries(person)).list()).map(({ name }) => name);

	test("[A19] a query is kept under a name, renamed, changed and removed, and moves no revision", async () => {
		const own = await queries("ben");
		const before = await bench().revision();
		const open = await own.save({ name: "  open work ", wql: OPEN });
		await own.save({ name: "Notes", wql: NOTES });
		expect(open).toMatchObject({ name: "open work", wql: OPEN });
		expect(await names("ben")).toEqual(["Notes", "open work"]);
		expect(await own.change(open.id, { name: "Mine" })).toMatchObject({
			id: open.id,
			name: "Mine",
			wql: OPEN,
		});
		expect(await own.change(open.id, { wql: NOTES })).toMatchObject({ name: "Mine", wql: NOTES });
		await own.remove(open.id);
		expect(await names("ben")).toEqual(["Notes"]);
		expect(await bench().revision()).toBe(before);
	});

	test("[A19] a name that is taken replaces nothing", async () => {
		const own = await queries("ada");
		const first = await own.save({ name: "Open", wql: OPEN });
		const second = await own.save({ name: "Closed", wql: NOTES });
		await expect(own.save({ name: "Open", wql: NOTES })).rejects.toMatchObject({ code: "query_name_taken" });
		await expect(own.change(second.id, { name: "Open" })).rejects.toMatchObject({ code: "query_name_taken" });
		expect(await own.change(first.id, { name: "Open", wql: NOTES })).toMatchObject({ wql: NOTES });
		await expect(own.save({ name: "  ", wql: OPEN })).rejects.toMatchObject({ code: "invalid_input" });
		await expect(own.save({ name: "x".repeat(201), wql: OPEN })).rejects.toMatchObject({
			code: "invalid_input",
		});
	});

	test("[A19] what one person keeps, nobody else lists, changes or removes", async () => {
		const kept = await (await queries("ben")).save({ name: "Of Ben", wql: OPEN });
		const ada = await queries("ada");
		expect(await names("ada")).not.toContain("Of Ben");
		await expect(ada.change(kept.id, { name: "Of Ada" })).rejects.toMatchObject({ code: "not_found" });
		await expect(ada.remove(kept.id)).rejects.toMatchObject({ code: "not_found" });
		await expect(ada.remove("nonsense")).rejects.toMatchObject({ code: "not_found" });
		// The same name is free for another person.
		await ada.save({ name: "Of Ben", wql: NOTES });
		expect((await (await queries("ben")).list()).find(({ name }) => name === "Of Ben")?.wql).toBe(OPEN);
	});

	test("[A19] a token that may only read changes nothing, one that is bound to projects sees nothing", async () => {
		const kept = await (await queries("ben")).save({ name: "For tokens", wql: OPEN });
		const reading = await queries("ben", { mode: "read", projectIds: null });
		expect((await reading.list()).map(({ id }) => id)).toContain(kept.id);
		await expect(reading.remove(kept.id)).rejects.toMatchObject({ code: "forbidden" });
		const project = await bench().create("ben", { kind: "project", title: "Bound" });
		const bound = await queries("ben", { mode: "write", projectIds: [project.id] });
		expect(await bound.list()).toEqual([]);
		await expect(bound.save({ name: "Bound", wql: OPEN })).rejects.toMatchObject({ code: "forbidden" });
	});
}
