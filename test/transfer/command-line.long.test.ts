import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runSkein } from "../support/run-skein.ts";
import { Folders } from "./write-folder.ts";

const folders = new Folders();
afterAll(() => folders.remove());

test("a table with a mapping that is saved, then the whole store moved to another, by the real commands", async () => {
	const folder = await folders.make({ "Crane.csv": "Name,Lifts\nBig,12\nSmall,3\n" });
	const [data, elsewhere, map] = [join(folder, "data"), join(folder, "elsewhere"), join(folder, "map.json")];
	const table = ["import", "csv", join(folder, "Crane.csv"), "--data", data, "--map", map, "--json"];
	const first = await runSkein(table);
	expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
	expect(JSON.parse(first.stdout)).toMatchObject({ source: "csv", entities: { created: 2 } });
	expect(JSON.parse(await readFile(map, "utf8"))).toMatchObject({
		kind: "Crane",
		columns: { Lifts: { to: "field", name: "lifts", type: "number" } },
	});
	expect(JSON.parse((await runSkein(table)).stdout)).toMatchObject({ entities: { created: 0, skipped: 2 } });

	const moved = await runSkein(["move", "--data", data, "--to", elsewhere, "--json"]);
	expect(JSON.parse(moved.stdout)).toMatchObject({ workspaces: ["My work"] });
	const answer = await runSkein([
		"query",
		"SELECT c FROM Crane WHERE c.lifts > 5",
		"--data",
		elsewhere,
		"--json",
	]);
	expect(answer.stdout).toContain("Big");
	expect(answer.stdout).not.toContain("Small");
	const again = await runSkein(["move", "--data", data, "--to", elsewhere]);
	expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is here already")]);
}, 300_000);
