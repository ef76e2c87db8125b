import { expect, test } from "vitest";
import type { Field } from "../../../src/graph/model/field.ts";
import type { Workbench } from "../../support/workbench.ts";

export function describeKinds(bench: () => Workbench): void {
	const define = async (fields: readonly Field[], person: "ada" | "gil" = "ada") =>
		(await bench().writer(person)).defineKind({ kind: "Boat", label: "Boat", fields }, "test");

	test("[K1] a kind defined by a user takes entities at once and is seen by every reader", async () => {
		await define([{ name: "length", type: "number", min: 0, max: 100 }]);
		await bench().create("ada", { kind: "Boat", title: "Ida", props: { length: 9 } });
		const wrong = bench().create("ada", { kind: "Boat", title: "Eva", props: { length: "long" } });
		await expect(wrong).rejects.toMatchObject({ code: "invalid_field" });
		const { reader } = await bench().as("ben");
		expect(reader.graph.kinds.get("Boat").fields).toHaveLength(1);
	});

	test("[K4] a field that changes its type converts what it can and tells what it cannot", async () => {
		await define([{ name: "length", type: "text" }]);
		const short = await bench().create("ada", { kind: "Boat", title: "Ida", props: { length: "9.5" } });
		const odd = await bench().create("ada", { kind: "Boat", title: "Eva", props: { length: "long" } });
		const { change_id: change, unconverted } = await define([
			{ name: "length", type: "number", min: 0, max: 100 },
		]);
		expect(unconverted).toEqual([
			{ entity_id: odd.id, title: "Eva", field: "length", value: "long", kept_as: "length_before" },
		]);
		const { rows } = (await bench().as("ada")).reader;
		expect((await rows.get(short.id)).props).toEqual({ length: 9.5 });
		expect((await rows.get(odd.id)).props).toEqual({ length_before: "long" });
		await (await bench().writer("ada")).undo(change ?? "", "test");
		const restored = (await bench().as("ada")).reader;
		expect((await restored.rows.get(odd.id)).props).toEqual({ length: "long" });
		expect(restored.graph.kinds.get("Boat").fields[0]?.type).toBe("text");
	});

	test("[K4] what the one who changes a kind may not read follows, too, and is not told", async () => {
		await define([{ name: "length", type: "text" }]);
		const secret = await bench().create("ben", {
			kind: "Boat",
			title: "Secret",
			props: { length: "long" },
			visibility: "private",
		});
		const { unconverted } = await define([{ name: "length", type: "number", min: 0, max: 100 }]);
		expect(unconverted).toEqual([]);
		const { rows } = (await bench().as("ben")).reader;
		expect((await rows.get(secret.id)).props).toEqual({ length_before: "long" });
	});

	test("[K5] a kind is removed when nothing is of it any more", async () => {
		await define([]);
		const { id } = await bench().create("ada", { kind: "Boat", title: "Ida" });
		const writer = await bench().writer("ada");
		await expect(writer.removeKind("Boat", "test")).rejects.toMatchObject({ code: "kind_in_use" });
		await expect(writer.removeKind("task", "test")).rejects.toMatchObject({ code: "not_found" });
		expect(id).not.toBe("");
		await writer.defineKind({ kind: "Ferry", label: "Ferry", fields: [] }, "test");
		await writer.removeKind("Ferry", "test");
		expect((await bench().as("ada")).reader.graph.kinds.find("Ferry")).toBeUndefined();
	});

	test("[K1] a guest defines no kinds, and no kind takes the name of one that ships", async () => {
		await expect(define([], "gil")).rejects.toMatchObject({ code: "forbidden" });
		const writer = await bench().writer("ada");
		const taken = writer.defineKind({ kind: "Task", label: "Task", fields: [] }, "test");
		await expect(taken).rejects.toMatchObject({ code: "kind_taken" });
	});
}
