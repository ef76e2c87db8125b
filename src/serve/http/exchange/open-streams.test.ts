import { expect, test } from "vitest";
import { OpenStreams } from "./open-streams.ts";

test("[P16] one person's open streams are limited, and nobody else's are affected", () => {
	const streams = new OpenStreams({ most: 256, what: "answers" });
	const closes = Array.from({ length: 256 }, () => streams.open("one"));
	expect(() => streams.open("one")).toThrow(expect.objectContaining({ code: "too_many_requests" }));
	expect(() => streams.open("another")).not.toThrow();
	closes[0]?.();
	// Closing twice counts once.
	closes[0]?.();
	closes[0] = streams.open("one");
	expect(() => streams.open("one")).toThrow();
	for (const close of closes) close();
	expect(() => streams.open("one")).not.toThrow();
});
