import { expect, test } from "vitest";
import { limitStreams } from "./open-streams.ts";

test("[P16] one person's open streams are limited, and nobody else's are affected", () => {
	const openStream = limitStreams({ most: 256, what: "answers" });
	const closes = Array.from({ length: 256 }, () => openStream("one"));
	expect(() => openStream("one")).toThrow(expect.objectContaining({ code: "too_many_requests" }));
	expect(() => openStream("another")).not.toThrow();
	closes[0]?.();
	// Closing twice counts once.
	closes[0]?.();
	closes[0] = openStream("one");
	expect(() => openStream("one")).toThrow();
	for (const close of closes) close();
	expect(() => openStream("one")).not.toThrow();
});
