import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("what was asked for stays, what was not leaves", () => {
	const map = new BoundedMap<number>(8);
	map.set("a", 1, 2);
	map.set("b", 2, 2);
	map.set("c", 3, 2);
	expect(map.get("a")).toBe(1);
	map.set("d", 4, 2);
	expect(["a", "b", "c", "d"].map((key) => map.get(key))).toEqual([1, undefined, 3, 4]);
});

test("a newer value takes the place of the older, with its own size", () => {
	const map = new BoundedMap<string>(8);
	map.set("a", "old", 3);
	map.set("a", "new", 1);
	map.set("b", "other", 3);
	expect([map.get("a"), map.get("b")]).toEqual(["new", "other"]);
});

test("what is too large is not kept, and takes the place of nothing", () => {
	const map = new BoundedMap<number>(8);
	map.set("a", 1, 2);
	map.set("b", 2, 5);
	expect([map.get("a"), map.get("b")]).toEqual([1, undefined]);
});
