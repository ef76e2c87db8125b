import { afterEach, expect, test, vi } from "vitest";
import { isId, isRef, makeRef, newId } from "./ids.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("[G15] ids are UUIDs of version 7 that rise, also within one millisecond", () => {
	const ids = Array.from({ length: 20_000 }, () => newId());
	for (const id of ids)
		expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	expect([...ids].sort()).toEqual(ids);
	expect(new Set(ids).size).toBe(ids.length);
});

test("[G15] ids rise when the clock goes back", () => {
	vi.useFakeTimers({ now: Date.now() + 1_000_000 });
	const before = newId();
	vi.setSystemTime(Date.now() - 500_000);
	expect(newId() > before).toBe(true);
});

test("[G15] the time of an id is the time it was made", () => {
	// Past the moment that the test before has left behind.
	const now = Date.now() + 2_000_000;
	vi.useFakeTimers({ now });
	expect(Number.parseInt(newId().replace("-", "").slice(0, 12), 16)).toBe(now);
});

test.each([
	"",
	"x",
	"018f3b6e-0000-7000-8000-00000000000",
	"018F3B6E-0000-7000-8000-000000000001",
	"018f3b6e-0000-7000-8000-000000000001\n",
])("[G15] %j is no id", (text) => {
	expect(isId(text)).toBe(false);
});

test("[G15] a ref is eight characters of a keyed hash: the same again, another for another key or attempt", () => {
	const key = new Uint8Array(16).fill(7);
	const id = "018f3b6e-0000-7000-8000-000000000001";
	const refs = [
		makeRef(key, id),
		makeRef(new Uint8Array(16), id),
		makeRef(key, id, 1),
		makeRef(key, newId()),
	];
	expect(refs[0]).toBe(makeRef(key, id));
	expect(new Set(refs).size).toBe(4);
	expect(refs.every(isRef)).toBe(true);
	expect(["", "abcdefgi", "abcdefg", "ABCDEFGH", id].some(isRef)).toBe(false);
});

test("[G15] refs are spread evenly, so that they tell nothing of how many there are", () => {
	const key = new Uint8Array(16).fill(7);
	const refs = Array.from({ length: 20_000 }, () => makeRef(key, newId()));
	expect(new Set(refs).size).toBe(refs.length);
	for (let position = 0; position < 8; position += 1) {
		expect(new Set(refs.map((ref) => ref[position])).size).toBe(32);
	}
});
